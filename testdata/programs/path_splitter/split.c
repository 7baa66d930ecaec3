#include "split.h"

#include <string.h>

int split(char *text, char separator, char **parts, int room)
{
	int n = 0;

	while (text && n < room) {
		char *end = strchr(text, separator);

		if (end)
			*end++ = '\0';
		parts[n++] = text;
		text = end;
	}
	return n;
}
