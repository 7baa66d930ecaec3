/* A library without threads of its own: whether its caller has some isn't seen. */
#include <stdlib.h>

int settings_export_bad(const char *name, const char *value);

int settings_export_bad(const char *name, const char *value)
{
	return setenv(name, value, 1); // expect: env-write-threaded (note)
}
