#include <stdlib.h>
#include <stdio.h>
#include <string.h>

/* The array ends with its block, and main goes on. */
int main(int argc, char **argv)
{
	if (argc > 1) {
		char buf[64];
		snprintf(buf, sizeof buf, "TZ=%s", argv[1]);
		putenv(buf);
	}
	char other[200];
	memset(other, 'x', sizeof other);
	puts(getenv("HOME"));
	return other[3];
}
