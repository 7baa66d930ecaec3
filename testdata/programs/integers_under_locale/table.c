#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int value = 0;

	setlocale(LC_ALL, "");
	if (sscanf(argv[argc - 1], "%d", &value) != 1)
		value = atoi(argv[0]);
	printf("{\"n\": %d, \"m\": %ld, \"h\": \"%x\"}\n", value, strtol(argv[0], NULL, 10), (unsigned)value);
	return 0;
}
