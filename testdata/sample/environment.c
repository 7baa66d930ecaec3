#include "environment.h"

#include <stdlib.h>

void environment_set(const char *name, const char *value)
{
	if (*value)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

void environment_put(char *entry)
{
	putenv(entry);
}
