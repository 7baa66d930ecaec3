/* The user's language for messages, C for numbers. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
	if (argc < 2)
		return 2;
	printf("{\"value\": %f}\n", strtod(argv[1], NULL) * 2);
	return 0;
}
