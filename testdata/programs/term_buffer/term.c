#include <stdlib.h>
#include <string.h>
#include <stdio.h>

/* Each round overwrites what the environment points to. */
static void set_term(const char *t)
{
	static char buf[128];
	snprintf(buf, sizeof buf, "TERM=%s", t);
	putenv(buf);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		set_term(argv[i]);
		puts(getenv("TERM"));
	}
	return 0;
}
