/* The same, with a locale of its own around what goes to files. */
#include <locale.h>
#include <stdio.h>

static locale_t c_locale;

static void write_point(FILE *out, double lat, double lon)
{
	locale_t old = uselocale(c_locale);

	fprintf(out, "%.6f,%.6f\n", lat, lon);
	uselocale(old);
}

int main(int argc, char **argv)
{
	FILE *out;

	setlocale(LC_ALL, "");
	c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (argc != 2 || !c_locale || !(out = fopen(argv[1], "w")))
		return 2;
	write_point(out, 47.5, 8.25);
	freelocale(c_locale);
	return fclose(out) != 0;
}
