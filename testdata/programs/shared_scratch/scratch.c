#include "scratch.h"

#include <stdio.h>

char scratch[128];

const char *scratch_pair(const char *name, long value)
{
	snprintf(scratch, sizeof scratch, "%s=%ld", name, value);
	return scratch;
}
