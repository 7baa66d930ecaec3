const char *cached(const char *name);
