/* Comments that suppress: what each covers, and what is said of those that don't. */
#include "engine/marker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;

static bool is_rule(const void *data, const char *name)
{
	(void)data;
	return !strcmp(name, "one") || !strcmp(name, "two");
}

static struct markers read_text(const char *text)
{
	struct markers markers;

	markers_read(&arena, text, strlen(text), is_rule, NULL, &markers);
	return markers;
}

static void test_scopes(void **state)
{
	static const struct {
		const char *text;
		enum marker_scope scope;
		uint32_t first, last;
	} cases[] = {
		{ "f(); // snag: ignore[one] why\n", MARKER_LINE, 1, 1 },
		{ "// snag: ignore[one] why\n\n/* more */\nf(1,\n  2);\ng();\n", MARKER_NEXT, 4, 5 },
		{ "/* snag: ignore[one] why */\nfor (i = 0; i < 3; i++) {\nf();\n}\n", MARKER_NEXT, 2, 2 },
		{ "// snag: ignore[one] why\nint a[] = {\n1, 2\n};\n", MARKER_NEXT, 2, 4 },
		{ "/* snag: ignore-begin[one] why */\nf();\n/* snag: ignore-end[one] */\n", MARKER_RANGE, 1, 3 },
		{ "/* snag: ignore-file[one] why */\n", MARKER_FILE, 0, 0 },
		{ "\n// NOLINTNEXTLINE(x, snag-one) why\nf();\n", MARKER_LINE, 3, 3 },
		{ "char *s = \"// snag: ignore[two] why\"; // snag: ignore[one] why\n", MARKER_LINE, 1, 1 },
		{ "/*\n * text\n * snag: ignore[one] why\n */\nf();\n", MARKER_NEXT, 5, 5 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct markers markers = read_text(cases[i].text);

		assert_int_equal(markers.troubles.len, 0);
		assert_int_equal(markers.all.len, 1);
		assert_int_equal(markers.all.items[0].scope, cases[i].scope);
		assert_int_equal(markers.all.items[0].first, cases[i].first);
		assert_int_equal(markers.all.items[0].last, cases[i].last);
		assert_string_equal(markers.all.items[0].rule, "one");
		if (cases[i].scope != MARKER_RANGE)
			assert_string_equal(markers.all.items[0].reason, "why");
	}
}

static void test_macros(void **state)
{
	static const char *const texts[] = {
		"#define M(x) f(x) // snag: ignore[one] why\n",
		"#define M(x) \\\n  f(x) /* snag: ignore[one] why */\n",
		"// snag: ignore[one] why\n#  define M f()\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct markers markers = read_text(texts[i]);

		assert_int_equal(markers.all.len, 1);
		assert_int_equal(markers.all.items[0].scope, MARKER_MACRO);
		assert_string_equal(markers.all.items[0].macro, "M");
	}
}

static void test_contents(void **state)
{
	struct markers markers = read_text("f(); // snag: ignore[one, two, until=2027-01-31] soon enough\n");

	(void)state;
	assert_int_equal(markers.all.len, 2);
	assert_string_equal(markers.all.items[1].rule, "two");
	assert_string_equal(markers.all.items[1].until, "2027-01-31");
	assert_string_equal(markers.all.items[1].kind, "later");
	assert_string_equal(markers.all.items[1].reason, "soon enough");
	assert_int_equal(markers.all.items[1].column, 9);
}

static void test_troubles(void **state)
{
	static const char *const texts[] = {
		"// snag: ignore[one]\n",		   "// snag: ignore[one] x\n",
		"// snag: ignore[three] why\n",		   "// snag: ignore why\n",
		"// snag: ignore[] why\n",		   "// snag: ignore[one why\n",
		"// snag:ignore[one] why\n",		   "// snag-ignore[one] why\n",
		"// snag: ignore[one, until=2027-13-01] why\n", "// snag: ignore-end[one]\n",
		"// snag: ignore-begin[one] why\n",	   "// NOLINT(snag-three) why\n",
		"// NOLINT(snag-one)\n",		   "// snag: forget[one] why\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct markers markers = read_text(texts[i]);

		assert_int_equal(markers.all.len, 0);
		assert_int_equal(markers.troubles.len, 1);
		assert_int_equal(markers.troubles.items[0].line, 1);
	}
}

/* Prose, other tools' marks, text in literals. */
static void test_quiet(void **state)
{
	static const char *const texts[] = {
		"// see snag: ignore[one] in the manual\n", "// NOLINT\n", "// NOLINT(bugprone-x)\n",
		"char c = '\"'; char *s = \"/* snag:ignore */\";\n", "R\"(// snag:ignore\n)\"", "/* snag", "// snag",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct markers markers = read_text(texts[i]);

		assert_int_equal(markers.all.len + markers.troubles.len, 0);
	}
}

/* Any cut of a text is read without harm. */
static void test_cuts(void **state)
{
	static const char text[] = "#define A f() \\\n // snag: ignore[one] why\n/* snag: ignore-begin[two, until=2027-01-31] x */"
				   "char *s = R\"x(\")x\"; '\\'' // snag: ignore[one] \"\n/* snag: ignore[two] why */ a[] = {{1}, \"";

	(void)state;
	for (size_t i = 0; i < sizeof text; i++) {
		struct markers markers;

		markers_read(&arena, arena_strndup(&arena, text, i), i, is_rule, NULL, &markers);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scopes),	 cmocka_unit_test(test_macros), cmocka_unit_test(test_contents),
		cmocka_unit_test(test_troubles), cmocka_unit_test(test_quiet),  cmocka_unit_test(test_cuts),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	arena_release(&arena);
	return failed;
}
