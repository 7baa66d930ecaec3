#include <stdlib.h>
#include <string.h>
#include <stdio.h>

/* The buffer is filled once. */
static void set_term(const char *t)
{
	static char buf[128];
	snprintf(buf, sizeof buf, "TERM=%s", t);
	putenv(buf);
}

int main(int argc, char **argv)
{
	set_term(argv[argc - 1]);
	puts(getenv("TERM"));
	return 0;
}
