/* A module: nothing in the program calls it by name, but it uses the program's functions. */
#include "host.h"

#include <ctype.h>

static int spaces_bad(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += isspace((unsigned char)*text) != 0; // expect: ctype-locale
	return n;
}

int module_filter_bad(const char *text)
{
	return toupper((unsigned char)host_copy(text)[0]) + spaces_bad(text); // expect: ctype-locale
}
