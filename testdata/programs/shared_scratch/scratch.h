extern char scratch[128];
const char *scratch_pair(const char *name, long value);
