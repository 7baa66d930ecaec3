#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <err.h>

/* The write is in a wrapper, so is the read. */
static char *xgetenv(const char *n)
{
	char *v = getenv(n);
	if (!v)
		errx(1, "%s", n);
	return v;
}

static void xsetenv(const char *n, const char *v)
{
	if (setenv(n, v, 1))
		err(1, "setenv");
}

int main(int argc, char **argv)
{
	char *p = xgetenv("PATH");
	(void)argc;
	xsetenv("PATH", argv[1]);
	puts(p);
	return 0;
}
