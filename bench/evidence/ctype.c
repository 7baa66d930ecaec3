/* The bench of the character rules: isspace in many locales, the simulated one of macOS, negative arguments. */
#include "bench/evidence/bench.h"
#include "bench/evidence/characters.h"
#include "bench/evidence/child.h"
#include "bench/evidence/locales.h"

#include <locale.h>
#include <string.h>

#define CHILD_SECONDS 20

static struct characters *look(struct bench *bench, const char *locale)
{
	struct characters *seen = child_shared(sizeof *seen);

	seen->folder = bench->folder;
	seen->locale = locale;
	child_run(characters_look, seen, CHILD_SECONDS);
	return seen;
}

static bool six_of_ascii(const struct characters *seen)
{
	for (int c = 0; c < 256; c++)
		if (seen->space[c] != is_ascii_space(c))
			return false;
	return true;
}

static bool libc_known(const struct bench *bench)
{
	return bench->machine->libc != LIBC_OTHER;
}

static void measure_locale(struct bench *bench, const struct locale_row *locale)
{
	struct row *row = report_row(bench->report, arena_printf(bench->arena, "ctype.space.%s", locale->name),
				     "%s: bytes that isspace takes", locale->name);
	const char *problem = locale_make(bench, locale);
	struct characters *seen;

	if (problem) {
		row_skip(bench->report, row, "%s", problem);
		return;
	}
	seen = look(bench, locale->name);
	if (!seen->entered) {
		row_skip(bench->report, row, "setlocale knows no such locale");
	} else {
		row_value(row, seen->spaces, "bytes");
		row_note(bench->report, row, "of 0x80 and above: %u letters, %u changed by toupper or tolower",
			 seen->high_alphas, seen->high_cases);
		if (libc_known(bench))
			row_judge(bench->report, row, six_of_ascii(seen), "the six of ASCII");
	}
	child_unshare(seen, sizeof *seen);
}

static void measure_start(struct bench *bench)
{
	struct row *row = report_row(bench->report, "ctype.start", "programs start in the locale \"C\"");
	bool starts = strcmp(setlocale(LC_ALL, NULL), "C") == 0;

	row_value(row, starts, UNIT_YES);
	row_judge(bench->report, row, starts || bench->machine->libc == LIBC_MUSL, "yes");
	if (!starts)
		row_note(bench->report, row, "it calls it '%s'", setlocale(LC_ALL, NULL));
}

/* What UTF-8 locales of macOS say of these two bytes, a private locale says on glibc. */
static void report_private(struct bench *bench, const struct characters *seen)
{
	struct report *report = bench->report;
	struct row *space = report_row(report, "ctype.private", "simulated macOS behaviour: bytes that isspace takes");
	struct row *token =
		report_row(report, "ctype.token", "the same: length of the first word of \"\\xC3\\xA0=>1\"");
	struct row *ascii = report_row(report, "ctype.token-ascii", "the same with an ASCII function");
	struct row *cut = report_row(report, "ctype.cut", "the same: characters U+0080 to U+2FFF cut in two");

	row_value(space, seen->spaces, "bytes");
	row_judge(report, space, seen->spaces == 8 && seen->space[0x85] && seen->space[0xa0], "8: with 0x85 and 0xA0");
	row_value(token, seen->token, "bytes");
	row_judge(report, token, seen->token == 1, "1: half a character");
	row_value(ascii, seen->token_ascii, "bytes");
	row_judge(report, ascii, seen->token_ascii == 2, "2");
	row_value(cut, seen->cut, "");
	row_judge(report, cut, seen->cut > 0 && seen->cut_ascii == 0, "above 0, and 0 with the ASCII function");
}

static void measure_private(struct bench *bench)
{
	const char *problem = locale_make_private(bench);
	struct characters *seen;

	if (problem) {
		row_skip(bench->report, report_row(bench->report, "ctype.private", "simulated macOS behaviour"), "%s",
			 problem);
		return;
	}
	seen = look(bench, PRIVATE_LOCALE);
	if (seen->entered)
		report_private(bench, seen);
	else
		row_skip(bench->report, report_row(bench->report, "ctype.private", "simulated macOS behaviour"),
			 "setlocale takes no private locale here");
	child_unshare(seen, sizeof *seen);
}

/* Where bytes above 0x7f have case, folding it byte by byte wrecks UTF-8. */
static void measure_damage(struct bench *bench)
{
	struct row *latin = report_row(bench->report, "ctype.damage.latin1",
				       "two-byte UTF-8 characters that tolower wrecks in de_DE.ISO-8859-1");
	struct row *utf8 = report_row(bench->report, "ctype.damage.utf8", "the same in C.UTF-8");
	const char *problem = locale_make(bench, locale_named("de_DE.ISO-8859-1"));
	struct characters *seen = look(bench, "C.UTF-8");

	if (seen->entered) {
		row_value(utf8, seen->damaged, "");
		row_judge(bench->report, utf8, seen->damaged == 0, "none");
	} else {
		row_skip(bench->report, utf8, "setlocale knows no such locale");
	}
	child_unshare(seen, sizeof *seen);
	seen = problem ? NULL : look(bench, "de_DE.ISO-8859-1");
	if (seen && seen->entered) {
		row_value(latin, seen->damaged, "");
		row_judge(bench->report, latin, seen->damaged >= 1000, "at least 1,000 of 1,920");
	} else {
		row_skip(bench->report, latin, "%s", problem ? problem : "setlocale knows no such locale");
	}
	if (seen)
		child_unshare(seen, sizeof *seen);
}

/* glibc's tables reach down to -128, so only 0xFF, which is EOF, goes wrong; other libcs have no such tables. */
static void measure_negative(struct bench *bench)
{
	bool glibc = bench->machine->libc == LIBC_GLIBC || bench->machine->libc == LIBC_GLIBC_FIXED;
	const char *locale = glibc ? "de_DE.ISO-8859-1" : "C.UTF-8";
	const char *problem = glibc ? locale_make(bench, locale_named(locale)) : NULL;
	struct row *row = report_row(bench->report, "ctype.negative",
				     "%s: bytes of which isalpha of a negative char says otherwise", locale);
	struct row *upper =
		report_row(bench->report, "ctype.negative-upper", "%s: toupper of 0xE9 as a negative char", locale);
	struct characters *seen = problem ? NULL : look(bench, locale);

	if (!seen || !seen->entered) {
		row_skip(bench->report, row, "%s", problem ? problem : "setlocale knows no such locale");
		row_skip(bench->report, upper, "no result");
	} else {
		row_value(row, seen->negative_differs, "bytes");
		row_value(upper, seen->upper_e9, "");
		row_note(bench->report, upper, "right would be 201 in ISO-8859-1, 233 elsewhere");
		if (glibc)
			row_judge(bench->report, row, seen->negative_ff_differs, "1: 0xFF, which is EOF");
	}
	if (seen)
		child_unshare(seen, sizeof *seen);
}

static void measure_far_outside(struct bench *bench)
{
	struct row *row = report_row(bench->report, "ctype.far", "isspace(1000000) crashes");

	row_value(row, child_run(characters_far_outside, NULL, CHILD_SECONDS).end == CHILD_CRASHED, UNIT_YES);
}

void bench_ctype(struct bench *bench)
{
	measure_start(bench);
	for (const struct locale_row *locale = locale_rows; locale->name; locale++)
		if ((locale->quick || !bench->quick) && (bench->folder || !locale->source))
			measure_locale(bench, locale);
	measure_private(bench);
	measure_damage(bench);
	measure_negative(bench);
	measure_far_outside(bench);
}
