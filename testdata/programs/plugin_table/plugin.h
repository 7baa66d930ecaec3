struct plugin {
	const char *name;
	int (*start)(const char *option);
};
extern const struct plugin plugins[];
extern const unsigned plugin_count;
