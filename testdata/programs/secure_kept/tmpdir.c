#define _GNU_SOURCE
#include <stdlib.h>
#include <stdio.h>

/* secure_getenv gives the same pointers. */
static char *tmpdir;
int main(int argc, char **argv)
{
	(void)argc;
	tmpdir = secure_getenv("TMPDIR");
	if (argv[1])
		setenv("TMPDIR", argv[1], 1);
	puts(tmpdir);
	return 0;
}
