/* Which files patterns fit. */
#include "config/pattern.h"

#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_fits(void **state)
{
	static const struct {
		const char *pattern, *path;
		bool fits;
	} cases[] = {
		{ "a.c", "a.c", true },		    { "a.c", "deep/er/a.c", true },
		{ "a.c", "a.cc", false },	    { "*.c", "x/y.c", true },
		{ "gen", "gen/x.c", true },	    { "gen", "src/gen/x.c", true },
		{ "gen/", "gen/x.c", true },	    { "gen/", "x/gen", false },
		{ "gen/", "x/gen/a.c", true },	    { "/gen", "gen/x.c", true },
		{ "/gen", "src/gen/x.c", false },   { "src/*.c", "src/x.c", true },
		{ "src/*.c", "src/y/x.c", false },  { "src/*.c", "a/src/x.c", false },
		{ "src/**/x.c", "src/x.c", true },  { "src/**/x.c", "src/a/b/x.c", true },
		{ "src/**", "src/a/b.c", true },    { "**/t/*.c", "a/b/t/x.c", true },
		{ "**/t/*.c", "t/x.c", true },	    { "a/**/b/**/c.c", "a/1/b/2/b/3/c.c", true },
		{ "a/**/b/**/c.c", "a/1/2/c.c", false }, { "src/?.c", "src/xy.c", false },
		{ "", "a.c", false },		    { "/", "a.c", false },
		{ "**", "a/b.c", true },	    { "a/b", "a/b/c/d.c", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (pattern_fits(cases[i].pattern, cases[i].path) != cases[i].fits)
			fail_msg("'%s' and '%s'", cases[i].pattern, cases[i].path);
	assert_true(pattern_fits_name("env-*", "env-putenv"));
	assert_false(pattern_fits_name("env-*", "io-buffer-small"));
	assert_true(pattern_fits_name("/usr/bin/*gcc*", "/usr/bin/arm-linux-gnueabihf-gcc-12"));
}

/* Many stars cost no more than a square. */
static void test_stars(void **state)
{
	struct strbuf pattern = { 0 }, text = { 0 };

	(void)state;
	for (size_t i = 0; i < 1000; i++) {
		strbuf_addstr(&pattern, "*a");
		strbuf_addstr(&text, "aa");
	}
	strbuf_addstr(&pattern, "b");
	assert_false(pattern_fits_name(pattern.text, text.text));
	strbuf_cut(&pattern, 0);
	for (size_t i = 0; i < 300; i++)
		strbuf_addstr(&pattern, "**/a/");
	strbuf_addstr(&pattern, "b");
	strbuf_cut(&text, 0);
	for (size_t i = 0; i < 600; i++)
		strbuf_addstr(&text, "a/");
	strbuf_addstr(&text, "c");
	assert_false(pattern_fits(pattern.text, text.text));
	strbuf_release(&pattern);
	strbuf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_fits), cmocka_unit_test(test_stars) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
