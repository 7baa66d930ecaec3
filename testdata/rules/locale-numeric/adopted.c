/* Numbers that machines read or write, and numbers for people. */
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define _(text) gettext(text)

struct point {
	double x, y;
	char label[40];
};

static double read_bad(const char *text)
{
	return strtod(text, NULL); // expect: locale-numeric
}

static double short_read_bad(const char *text)
{
	return atof(text) + (double)strtof(text, NULL); // expect: locale-numeric
}

static int scan_bad(const char *line, struct point *point)
{
	return sscanf(line, "%lf,%lf", &point->x, &point->y); // expect: locale-numeric
}

static int scan_file_bad(FILE *file, double *value)
{
	return fscanf(file, "value %*[^0-9] %lg", value); // expect: locale-numeric
}

static void json_bad(const struct point *point)
{
	printf("{\"x\": %f, \"y\": %f}\n", point->x, point->y); // expect: locale-numeric
}

static void table_bad(double value)
{
	printf("%s,%.3f\n", "mean", value); // expect: locale-numeric
}

static void bare_bad(double value)
{
	printf("%g\n", value); // expect: locale-numeric
}

static void file_bad(FILE *file, const struct point *point)
{
	fprintf(file, "v %f %f\n", point->x, point->y); // expect: locale-numeric
}

static void attribute_bad(const struct point *point)
{
	printf("<circle cx=\"%.2f\" r=\"1\"/>\n", point->x); // expect: locale-numeric
}

static void setting_bad(FILE *file, double value)
{
	fprintf(file, "gain = %f\n", value); // expect: locale-numeric
}

static void command_bad(const struct point *point)
{
	printf("moveto %f %f\n", point->x, point->y); // expect: locale-numeric
}

static void kept_bad(struct point *point)
{
	snprintf(point->label, sizeof point->label, "%.1f", point->x); // expect: locale-numeric
}

static void sent_bad(FILE *file, double value)
{
	char text[40];

	snprintf(text, sizeof text, "%f", value); // expect: locale-numeric
	fputs(text, file);
}

static void log_bad(FILE *file, double seconds)
{
	fprintf(file, "the request took %.3f seconds\n", seconds); // expect: locale-numeric (note)
}

static void sentence_ok(double seconds)
{
	printf("That took %.1f seconds.\n", seconds);
}

static void error_ok(double value)
{
	fprintf(stderr, "value %f is too large\n", value);
}

static void translated_ok(FILE *file, double value)
{
	fprintf(file, _("%.1f MiB"), value);
}

static void shown_ok(double value)
{
	char text[40];

	snprintf(text, sizeof text, "%.1f", value);
	printf("about %s of them\n", text);
}

static void shown_by_puts_ok(double value)
{
	char text[40];

	snprintf(text, sizeof text, "%.1f percent", value);
	puts(text);
}

static void integers_ok(FILE *file, int value)
{
	fprintf(file, "%d,%5ld,%%f\n", value, (long)value);
}

static long integer_read_ok(const char *text)
{
	int value = 0;

	sscanf(text, "%d%*[efg]", &value);
	return strtol(text, NULL, 10) + value;
}

static double in_c_ok(const char *text)
{
	locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), old = uselocale(c);
	double value = strtod(text, NULL);

	uselocale(old);
	freelocale(c);
	return value;
}

static double by_locale_ok(const char *text, locale_t c)
{
	return strtod_l(text, NULL, c);
}

static double switched_ok(const char *text)
{
	char old[80];
	double value;

	snprintf(old, sizeof old, "%s", setlocale(LC_NUMERIC, NULL));
	setlocale(LC_NUMERIC, "C");
	value = strtod(text, NULL);
	setlocale(LC_NUMERIC, old);
	return value;
}

int main(int argc, char **argv)
{
	struct point point = { 0 };
	double value = 0;
	FILE *file;

	setlocale(LC_ALL, "");
	file = fopen(argv[argc - 1], "r+");
	if (!file)
		return 1;
	value = read_bad(argv[0]) + short_read_bad(argv[0]);
	scan_bad(argv[0], &point);
	scan_file_bad(file, &value);
	json_bad(&point);
	table_bad(value);
	bare_bad(value);
	file_bad(file, &point);
	attribute_bad(&point);
	setting_bad(file, value);
	command_bad(&point);
	kept_bad(&point);
	sent_bad(file, value);
	log_bad(file, value);
	sentence_ok(value);
	error_ok(value);
	translated_ok(file, value);
	shown_ok(value);
	shown_by_puts_ok(value);
	integers_ok(file, argc);
	value += (double)integer_read_ok(argv[0]) + in_c_ok(argv[0]) + by_locale_ok(argv[0], (locale_t)0);
	value += switched_ok(argv[0]);
	return value > 3;
}
