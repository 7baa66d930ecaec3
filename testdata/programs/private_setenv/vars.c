#include "vars.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int setenv_in(struct vars *v, char *pair)
{
	if (v->count == 31)
		return -1;
	v->all[v->count++] = pair;
	v->all[v->count] = NULL;
	return 0;
}

int vars_set(struct vars *v, const char *name, const char *value)
{
	size_t size = strlen(name) + strlen(value) + 2;
	char *pair = malloc(size);

	if (!pair)
		return -1;
	snprintf(pair, size, "%s=%s", name, value);
	return setenv_in(v, pair);
}
