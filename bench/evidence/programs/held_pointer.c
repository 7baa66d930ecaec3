/* The pointer of getenv is used after its name was set anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	const char *value;

	setenv("NAME", "first value of the name", 1);
	value = getenv("NAME");
	setenv("NAME", "other value of the name", 1);
	puts(value && strlen(value) > 3 ? value : "nothing");
	return 0;
}
