struct pool {
	int jobs;
};

int pool_submit(struct pool *pool, void (*work)(void *), void *data);
void settings_put(const char *name, const char *value);
