#include <stdio.h>
#include <stdlib.h>

#define CLEAR(p) do { free(p); (p) = NULL; } while (0)

static char *temp_dir(void)
{
	char *dir = getenv("TMPDIR");

	return dir ? dir : getenv("TMP");
}

int main(void)
{
	char *dir = temp_dir();

	if (!dir)
		return 1;
	puts(dir);
	CLEAR(dir);
	return 0;
}
