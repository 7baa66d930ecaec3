/* Comments that are meant to suppress, well and badly written. */
#include <ctype.h>

static int misspelt_bad(const char *s)
{
	return isdigit(s[0]); // snag:ignore[ctype-signed-char] digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int with_a_hyphen_bad(const char *s)
{
	return isdigit(s[0]); // snag-ignore[ctype-signed-char] digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int unknown_rule_bad(const char *s)
{
	return isdigit(s[0]); // snag: ignore[ctype-singed-char] digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int without_brackets_bad(const char *s)
{
	return isdigit(s[0]); // snag: ignore digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int pattern_bad(const char *s)
{
	return isdigit(s[0]); // snag: ignore[ctype-*] digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int all_rules_bad(const char *s)
{
	return isdigit(s[0]); // snag: ignore[all] digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int no_rule_bad(const char *s)
{
	return isdigit(s[0]); // snag: ignore[] digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int no_such_day_bad(const char *s)
{
	return isdigit(s[0]); // snag: ignore[ctype-signed-char, until=2027-02-30] digits // expect: bad-suppression // expect: ctype-signed-char
}

static int nolint_misspelt_bad(const char *s)
{
	return isdigit(s[0]); // NOLINT(snag-ctype-singed-char) digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int later_without_a_day_bad(const char *s)
{
	return isdigit(s[0]); // snag: ignore[ctype-signed-char, kind=later] digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int unknown_kind_bad(const char *s)
{
	return isdigit(s[0]); // snag: ignore[ctype-signed-char, kind=maybe] digits only // expect: bad-suppression // expect: ctype-signed-char
}

static int end_alone_bad(const char *s)
{
	return isdigit(s[0]); // snag: ignore-end[ctype-signed-char] // expect: bad-suppression // expect: ctype-signed-char
}

static int at_the_end_ok(const char *s)
{
	return isdigit(s[0]); // snag: ignore[ctype-signed-char] digits only
}

static int alone_ok(const char *s)
{
	// snag: ignore[ctype-signed-char] digits only
	return isdigit(s[0]);
}

static int over_blank_lines_ok(const char *s)
{
	/* snag: ignore[ctype-signed-char] digits only */

	/* as in the table */
	return isdigit(s[0]);
}

static int whole_statement_ok(const char *s)
{
	// snag: ignore[ctype-signed-char] digits only
	return isdigit(s[0]) +
	       isdigit(s[1]);
}

static int last_line_of_it_ok(const char *s)
{
	return isdigit(s[0]) +
	       1; // snag: ignore[ctype-signed-char] digits only
}

static int nolint_ok(const char *s)
{
	return isdigit(s[0]); /* NOLINT(bugprone-x, snag-ctype-signed-char): digits only */
}

static int nolint_next_ok(const char *s)
{
	// NOLINTNEXTLINE(snag-ctype-signed-char) digits only
	return isdigit(s[0]);
}

static int until_ok(const char *s)
{
	return isdigit(s[0]); // snag: ignore[ctype-signed-char, until=2999-12-31] digits only
}

static int kind_ok(const char *s)
{
	return isdigit(s[0]); // snag: ignore[ctype-signed-char, kind=false-positive] digits only
}

static int range_ok(const char *s)
{
	/* snag: ignore-begin[ctype-signed-char] digits only */
	int n = isdigit(s[0]);
	n += isdigit(s[1]);
	/* snag: ignore-end[ctype-signed-char] */
	return n;
}

static int condition_ok(const char *s)
{
	// snag: ignore[ctype-signed-char] digits only
	if (isdigit(s[0])) {
		return 1;
	}
	return 0;
}

static int prose_ok(const char *s)
{
	/* see snag: ignore in the manual; NOLINT(bugprone-x) is not for us */
	return s[0];
}

#define DIGIT(c) isdigit(c) /* snag: ignore[ctype-signed-char] digits only */

static int macro_ok(const char *s)
{
	return DIGIT(s[0]);
}

int main(int argc, char **argv)
{
	int n = argc;

	n += misspelt_bad(argv[0]);
	n += with_a_hyphen_bad(argv[0]);
	n += unknown_rule_bad(argv[0]);
	n += without_brackets_bad(argv[0]);
	n += pattern_bad(argv[0]);
	n += all_rules_bad(argv[0]);
	n += no_rule_bad(argv[0]);
	n += no_such_day_bad(argv[0]);
	n += nolint_misspelt_bad(argv[0]);
	n += later_without_a_day_bad(argv[0]);
	n += unknown_kind_bad(argv[0]);
	n += end_alone_bad(argv[0]);
	n += at_the_end_ok(argv[0]);
	n += alone_ok(argv[0]);
	n += over_blank_lines_ok(argv[0]);
	n += whole_statement_ok(argv[0]);
	n += last_line_of_it_ok(argv[0]);
	n += nolint_ok(argv[0]);
	n += nolint_next_ok(argv[0]);
	n += until_ok(argv[0]);
	n += kind_ok(argv[0]);
	n += range_ok(argv[0]);
	n += condition_ok(argv[0]);
	n += prose_ok(argv[0]);
	return n + macro_ok(argv[0]);
}
