#include <stdlib.h>
#include <stdio.h>
#include <err.h>

/* Another variable is written. */
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
	xsetenv("HOME", argv[1]);
	puts(p);
	return 0;
}
