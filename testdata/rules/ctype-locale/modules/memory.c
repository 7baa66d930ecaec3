/* A part of the program that modules use. */
#include "host.h"

#include <stdlib.h>

void *host_memory(size_t size)
{
	return malloc(size);
}

double host_read_ok(const char *text)
{
	return strtod(text, NULL);
}
