#include <stdlib.h>
#include <stdio.h>
#include <string.h>

/* The separators become zeros in the environment itself. */
int main(void)
{
	char *p = getenv("PATH");
	for (char *t; (t = strsep(&p, ":"));)
		puts(t);
	return 0;
}
