#include <stdlib.h>
#include <stdio.h>
#include <string.h>

/* The slash is cut off in the environment itself. */
int main(void)
{
	char *home = getenv("HOME");
	size_t n = home ? strlen(home) : 0;
	if (n > 1 && home[n - 1] == '/')
		home[n - 1] = '\0';
	puts(home ? home : "");
	return 0;
}
