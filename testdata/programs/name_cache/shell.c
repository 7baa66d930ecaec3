#include "cache.h"

#include <stdio.h>
#include <stdlib.h>

static void assign(const char *name, const char *value)
{
	if (*value)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

int main(int argc, char **argv)
{
	printf("%s\n", cached("PROMPT") ? cached("PROMPT") : "$");
	for (int i = 1; i + 1 < argc; i += 2)
		assign(argv[i], argv[i + 1]);
	printf("%s\n", cached("PROMPT") ? cached("PROMPT") : "$");
	return 0;
}
