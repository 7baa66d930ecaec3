#include <stdio.h>
#include <string.h>

static const char *lookup(char **environ, const char *name)
{
	size_t length = strlen(name);

	for (; *environ; environ++)
		if (!strncmp(*environ, name, length) && (*environ)[length] == '=')
			return *environ + length + 1;
	return NULL;
}

int main(int argc, char **argv, char **variables)
{
	const char *home = lookup(variables, "HOME");

	(void)argc;
	(void)argv;
	variables[0] = NULL;
	puts(home ? home : "none");
	return 0;
}
