#include "split.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char *dirs[64], full[512];
	char *path = getenv("PATH");
	int n = path ? split(path, ':', dirs, 64) : 0;

	for (int i = 0; argc > 1 && i < n; i++) {
		snprintf(full, sizeof full, "%s/%s", dirs[i], argv[1]);
		if (access(full, X_OK) == 0)
			return puts(full) < 0;
	}
	return 1;
}
