/* What both files know. */
int pool_start(void);
void pool_export_bad(const char *value);
