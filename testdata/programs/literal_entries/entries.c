#include <stdlib.h>

static char *const entries[] = { "LC_ALL=C", "TZ=UTC0", "PATH=/bin:/usr/bin" };

int main(int argc, char **argv)
{
	for (unsigned i = 0; i < sizeof entries / sizeof *entries; i++)
		if (putenv(entries[i]))
			return 1;
	return argc > 1 ? system(argv[1]) : 0;
}
