/* Reports against goldens in testdata/report (SNAG_ACCEPT=1 writes them), and troubles of writing. */
#include "report/report_fixture.h"

/* A finding of every kind of part: two programs, steps in and outside the root, a fix. */
static void add_usual(struct fixture *f)
{
	struct finding *first, *second;

	add_source(f, "main.c", "int main(void)\n{\n\tsetenv(\"TZ\", \"UTC\", 1);\n        putenv(\n\t\ts);\n}\n");
	first = add_finding(f, "main.c", 3, 2, 24);
	first->level = LEVEL_ERROR;
	first->confidence = CONFIDENCE_SURE;
	first->function = "main";
	first->fix = "use timegm(), or take the offset from the parsed date";
	add_step(f, first, path_join(&f->arena, f->root, "pool.c"), 51, "thread started here");
	add_step(f, first, "/usr/include/time.h", 40, "'localtime' reads the environment in that thread");
	vec_push(&f->arena, &first->programs, "client");
	vec_push(&f->arena, &first->programs, "server");
	second = add_finding(f, "main.c", 4, 9, 5);
	second->place.end_line = 5;
	second->ordinal = 1;
	second->level = LEVEL_NOTE;
	second->confidence = CONFIDENCE_MAYBE;
}

static void test_usual(void **state)
{
	add_usual(*state);
	assert_golden(*state, "text", GOLDEN("usual.txt"));
	assert_golden(*state, "jsonl", GOLDEN("usual.jsonl"));
	((struct fixture *)*state)->options.color = true;
	assert_golden(*state, "text", GOLDEN("usual-color.txt"));
}

/* Columns: tabs before and inside the place, wide and combining characters, large line numbers, ends of lines. */
static void test_columns(void **state)
{
	struct fixture *f = *state;
	struct strbuf far = { 0 };

	add_source(f, "columns.c",
		   "\tif (x)\tf(a,\tb);\n"
		   "/* \xe6\x97\xa5\xe6\x9c\xac e\xcc\x81 */ f(\"\xe6\x97\xa5\");\r\n"
		   "f()\n"
		   "last");
	add_finding(f, "columns.c", 1, 9, 18);
	add_finding(f, "columns.c", 2, 18, 26);
	add_finding(f, "columns.c", 3, 1, 99);
	add_finding(f, "columns.c", 4, 4, 5);
	for (int i = 1; i < 123456; i++)
		strbuf_addch(&far, '\n');
	strbuf_addstr(&far, "\tf();");
	add_source(f, "far.c", far.text);
	add_finding(f, "far.c", 123456, 2, 5);
	strbuf_release(&far);
	assert_golden(f, "text", GOLDEN("columns.txt"));
}

static void test_hostile(void **state)
{
	add_hostile(*state);
	assert_golden(*state, "text", GOLDEN("hostile.txt"));
	assert_golden(*state, "jsonl", GOLDEN("hostile.jsonl"));
}

/* Where there is nothing (any more) to show, the finding stands without an excerpt. */
static void test_no_source(void **state)
{
	struct fixture *f = *state;
	struct strbuf wide = { 0 };

	add_source(f, "short.c", "f();\n");
	for (int i = 0; i < 1000; i++)
		strbuf_addch(&wide, 'x');
	add_source(f, "wide.c", wide.text);
	strbuf_release(&wide);
	add_finding(f, ".", 1, 1, 2);
	add_finding(f, "gone.c", 1, 1, 2);
	add_finding(f, "short.c", 0, 0, 0);
	add_finding(f, "short.c", 1, 5, 6);
	add_finding(f, "short.c", 2, 1, 2);
	add_finding(f, "short.c", 9, 1, 2);
	add_finding(f, "wide.c", 1, 1, 2);
	assert_golden(f, "text", GOLDEN("no-source.txt"));
}

/* Out of order, as nobody should give them: still the right lines. */
static void test_backwards(void **state)
{
	struct fixture *f = *state;
	char *text;

	add_source(f, "a.c", "one\ntwo\n");
	add_finding(f, "a.c", 2, 1, 4);
	add_finding(f, "a.c", 1, 1, 4);
	text = render(f, "text");
	assert_non_null(strstr(text, "    2 | two\n      | ^~~\n"));
	assert_non_null(strstr(text, "    1 | one\n      | ^~~\n"));
}

/* A suppressed finding is there for machines, with the reason, and not for people. */
static void test_suppressed(void **state)
{
	static const struct suppression suppression = { "inline", "later", "goes with \"the\" plug-in", "2027-01-31", "ann" };
	struct fixture *f = *state;

	add_source(f, "a.c", "f();\n");
	add_finding(f, "a.c", 1, 1, 4)->suppressed = &suppression;
	assert_string_equal(render(f, "text"), "");
	assert_non_null(strstr(render(f, "jsonl"), "\"suppressed\":{\"source\":\"inline\",\"kind\":\"later\","
			       "\"reason\":\"goes with \\\"the\\\" plug-in\",\"until\":\"2027-01-31\",\"author\":\"ann\"}"));
}

static void test_names(void **state)
{
	struct strbuf names = { 0 };

	(void)state;
	strbuf_addstr(&names, report_format_names());
	for (char *rest, *name = strtok_r(names.text, ", ", &rest); name; name = strtok_r(NULL, ", ", &rest))
		assert_non_null(report_format_named(name));
	strbuf_release(&names);
	assert_null(report_format_named(""));
	assert_null(report_format_named("Text"));
}

static void assert_tells_full_disk(struct fixture *f, report_format *format, int buffering)
{
	FILE *out = fopen("/dev/full", "w");
	struct err err = { 0 };

	assert_non_null(out);
	setvbuf(out, NULL, buffering, 1 << 16);
	assert_false(format(out, fixture_run(f), &f->options, &err));
	assert_non_null(strstr(err.text, "cannot write the report: No space left"));
	fclose(out);
}

/* A full disk is said, whether the first write meets it or the last flush. */
static void test_full_disk(void **state)
{
	char *names = arena_strdup(&((struct fixture *)*state)->arena, report_format_names());

	add_usual(*state);
	for (char *rest, *name = strtok_r(names, ", ", &rest); name; name = strtok_r(NULL, ", ", &rest)) {
		assert_tells_full_disk(*state, report_format_named(name), _IOFBF);
		assert_tells_full_disk(*state, report_format_named(name), _IONBF);
	}
	assert_tells_full_disk(*state, report_github_summary, _IOFBF);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_usual, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_columns, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_hostile, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_no_source, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_backwards, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_suppressed, set_up, tear_down),
		cmocka_unit_test(test_names),
		cmocka_unit_test_setup_teardown(test_full_disk, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
