/* Writes points of a track as GPX and as a table, and tells the user how long it is. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

struct fix {
	double lat, lon;
};

static int read_fix(const char *line, struct fix *fix)
{
	return sscanf(line, "%lf;%lf", &fix->lat, &fix->lon) == 2;
}

static void write_fix(FILE *out, const struct fix *fix)
{
	fprintf(out, "  <trkpt lat=\"%.6f\" lon=\"%.6f\"/>\n", fix->lat, fix->lon);
}

int main(int argc, char **argv)
{
	char line[120];
	double sum = 0;
	FILE *out;

	setlocale(LC_ALL, "");
	if (argc != 2 || !(out = fopen(argv[1], "w")))
		return 2;
	while (fgets(line, sizeof line, stdin)) {
		struct fix fix;

		if (!read_fix(line, &fix))
			continue;
		write_fix(out, &fix);
		sum += fix.lat;
	}
	printf("The mean latitude is about %.1f degrees.\n", sum);
	return fclose(out) != 0;
}
