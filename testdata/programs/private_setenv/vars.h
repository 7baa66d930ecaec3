struct vars {
	char *all[32];
	int count;
};
int vars_set(struct vars *v, const char *name, const char *value);
