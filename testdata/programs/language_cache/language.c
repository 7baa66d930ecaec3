#include <stdlib.h>
#include <stdio.h>
#include <string.h>

/* The first value is kept for ever. */
static const char *lang(void)
{
	static const char *cached;
	if (!cached)
		cached = getenv("LANG");
	return cached;
}

int main(int argc, char **argv)
{
	puts(lang());
	setenv("LANG", argv[argc - 1], 1);
	puts(lang());
	return 0;
}
