#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int install(const char *given)
{
	bool allocated = false;
	char *target = getenv("INSTALL_TARGET");

	if (given) {
		target = strdup(given);
		allocated = true;
	}
	if (!target)
		return -1;
	printf("into %s\n", target);
	if (allocated) {
		target[0] = '\0';
		free(target);
	}
	return 0;
}

int main(int argc, char **argv)
{
	return install(argc > 1 ? argv[1] : NULL);
}
