/* A pair around the conversion, and a child that sets what it likes. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double number(const char *text)
{
	char *old = strdup(setlocale(LC_NUMERIC, NULL));
	double value;

	setlocale(LC_NUMERIC, "C");
	value = strtod(text, NULL);
	setlocale(LC_NUMERIC, old);
	free(old);
	return value;
}

int main(int argc, char **argv)
{
	setlocale(LC_ALL, "");
	return number(argv[argc - 1]) > 1;
}
