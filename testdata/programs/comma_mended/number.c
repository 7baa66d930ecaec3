/* Writers and readers that know of the comma. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(FILE *out, double value)
{
	char text[40], *comma;

	snprintf(text, sizeof text, "%.17g", value);
	if ((comma = strchr(text, ',')))
		*comma = '.';
	fputs(text, out);
}

static char decimal_point(void)
{
	return *localeconv()->decimal_point;
}

static double get(const char *text)
{
	char own[64];

	snprintf(own, sizeof own, "%s", text);
	for (char *at = own; *at; at++)
		if (*at == '.')
			*at = decimal_point();
	return strtod(own, NULL);
}

int main(int argc, char **argv)
{
	FILE *out = fopen("numbers", "w");

	setlocale(LC_ALL, "");
	if (!out)
		return 1;
	put(out, get(argv[argc - 1]));
	return fclose(out);
}
