/* The bench of the locale rules: decimal commas, and the Turkish i. */
#include "bench/evidence/bench.h"
#include "bench/evidence/child.h"
#include "bench/evidence/locales.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define CHILD_SECONDS 20
#define COMMA_LOCALE "de_DE.ISO-8859-1"

struct effects {
	/* in */
	const char *folder, *locale;
	char title[8]; /* "TITLE" */
	/* out */
	bool entered;
	double strtod_15, atof_314, sscanf_725;
	char printed[32];
	bool title_equal; /* strcasecmp("TITLE", "title") == 0 */
	int upper_i, lower_i;
};

static void look(void *argument)
{
	struct effects *seen = argument;
	volatile int small = 'i', large = 'I'; /* or the compiler answers for the C locale */

	seen->entered = locale_enter(seen->folder, seen->locale);
	if (!seen->entered)
		return;
	seen->strtod_15 = strtod("1.5", NULL);
	seen->atof_314 = atof("3.14");
	if (sscanf("7.25", "%lf", &seen->sscanf_725) != 1)
		seen->sscanf_725 = -1;
	snprintf(seen->printed, sizeof seen->printed, "%.1f", 2.5);
	seen->title_equal = strcasecmp(seen->title, "title") == 0;
	seen->upper_i = toupper(small);
	seen->lower_i = tolower(large);
}

/* The effects in that locale; a row that says why where there are none. */
static bool effects_of(struct bench *bench, const char *locale, const char *name, struct effects *seen)
{
	const char *problem = locale_make(bench, locale_named(locale));
	struct effects *shared;

	if (problem) {
		row_skip(bench->report, report_row(bench->report, name, "%s", locale), "%s", problem);
		return false;
	}
	shared = child_shared(sizeof *shared);
	shared->folder = bench->folder;
	shared->locale = locale;
	snprintf(shared->title, sizeof shared->title, "TITLE");
	child_run(look, shared, CHILD_SECONDS);
	*seen = *shared;
	child_unshare(shared, sizeof *shared);
	if (!seen->entered)
		row_skip(bench->report, report_row(bench->report, name, "%s", locale),
			 "setlocale knows no such locale");
	return seen->entered;
}

static void report_number(struct bench *bench, const char *name, const char *call, double value, double wrong)
{
	struct row *row = report_row(bench->report, name, "%s: %s", COMMA_LOCALE, call);

	row_value(row, value, "");
	row_judge(bench->report, row, value >= wrong && value <= wrong, "%g: what follows the comma is lost", wrong);
}

static void measure_comma(struct bench *bench)
{
	struct effects seen;
	struct row *row;

	if (!effects_of(bench, COMMA_LOCALE, "locale.comma.strtod", &seen))
		return;
	report_number(bench, "locale.comma.strtod", "strtod(\"1.5\")", seen.strtod_15, 1);
	report_number(bench, "locale.comma.atof", "atof(\"3.14\")", seen.atof_314, 3);
	report_number(bench, "locale.comma.sscanf", "sscanf(\"7.25\", \"%lf\")", seen.sscanf_725, 7);
	row = report_row(bench->report, "locale.comma.printf", "%s: printf(\"%%.1f\", 2.5) prints a comma",
			 COMMA_LOCALE);
	row_value(row, strcmp(seen.printed, "2,5") == 0, UNIT_YES);
	row_judge(bench->report, row, strcmp(seen.printed, "2,5") == 0, "yes");
}

static void measure_turkish(struct bench *bench, const char *locale)
{
	const char *name = arena_printf(bench->arena, "locale.turkish.%s", locale);
	struct effects seen;
	struct row *row;

	if (!effects_of(bench, locale, name, &seen))
		return;
	row = report_row(bench->report, name, "%s: strcasecmp(\"TITLE\", \"title\") says equal", locale);
	row_value(row, seen.title_equal, UNIT_YES);
	row_judge(bench->report, row, !seen.title_equal, "no");
	row_note(bench->report, row, "toupper('i') is 0x%02X, tolower('I') is 0x%02X", (unsigned)seen.upper_i,
		 (unsigned)seen.lower_i);
}

/* Without a setlocale nothing of this happens. */
static void measure_control(struct bench *bench)
{
	struct row *row = report_row(bench->report, "locale.control", "control: strtod(\"1.5\") in C.UTF-8");
	struct effects seen;

	if (!effects_of(bench, "C.UTF-8", "locale.control.utf8", &seen))
		return;
	row_value(row, seen.strtod_15, "");
	row_judge(bench->report, row, seen.strtod_15 >= 1.5 && seen.strtod_15 <= 1.5 && seen.title_equal, "1.5");
}

void bench_locale(struct bench *bench)
{
	measure_comma(bench);
	measure_turkish(bench, "tr_TR.ISO-8859-9");
	if (!bench->quick)
		measure_turkish(bench, "tr_TR.UTF-8");
	measure_control(bench);
}
