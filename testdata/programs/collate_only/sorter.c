/* Only the order of names follows the user. */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
	return strcoll(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv)
{
	setlocale(LC_COLLATE, "");
	qsort(argv + 1, (size_t)argc - 1, sizeof *argv, by_name);
	for (int i = 1; i < argc; i++)
		if (isalpha((unsigned char)argv[i][0]))
			printf("%s,%f\n", argv[i], atof(argv[i]));
	return 0;
}
