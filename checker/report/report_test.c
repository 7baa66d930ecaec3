/* Reports against goldens in testdata/report (SNAG_ACCEPT=1 writes them), and troubles of writing. */
#include "report/report.h"

#include "base/files.h"
#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct rule_info rule = { .id = "env-write-threaded", .level = LEVEL_ERROR };

/* A folder with sources, and findings in them. */
struct fixture {
	struct arena arena;
	char root[64];
	VEC(const struct finding *) findings;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	strcpy(f->root, P_tmpdir "/snag-report-XXXXXX");
	assert_non_null(mkdtemp(f->root));
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	folder_remove(f->root);
	arena_release(&f->arena);
	free(f);
	return 0;
}

static void add_source(struct fixture *f, const char *name, const char *text)
{
	struct err err = { 0 };

	if (!file_write(path_join(&f->arena, f->root, name), text, strlen(text), &err))
		fail_msg("%s", err.text);
}

static struct finding *add_finding(struct fixture *f, const char *name, uint32_t line, uint32_t column,
				   uint32_t end_column)
{
	struct finding *finding = arena_new(&f->arena, struct finding);

	*finding = (struct finding){ .rule = &rule, .level = LEVEL_WARNING, .confidence = CONFIDENCE_LIKELY,
				     .place = { path_join(&f->arena, f->root, name), line, column, line, end_column },
				     .path = name, .function = "", .message = "'setenv' while other threads run",
				     .fix = "" };
	strcpy(finding->id.full, "3f9ac102000000000000000000000abc");
	vec_push(&f->arena, &f->findings, finding);
	return finding;
}

static void add_step(struct fixture *f, struct finding *finding, const char *file, uint32_t line, const char *message)
{
	vec_push(&f->arena, &finding->steps, (struct step){ { file, line, 5, line, 9 }, message });
}

static char *render(struct fixture *f, const char *format, bool color, size_t *length)
{
	struct report_options options = { .color = color, .root = f->root };
	struct err err = { 0 };
	char *text = NULL, *copy;
	FILE *out = open_memstream(&text, length);

	assert_non_null(out);
	if (!report_format_named(format)(out, f->findings.items, f->findings.len, &options, &err))
		fail_msg("%s", err.text);
	fclose(out);
	copy = arena_strndup(&f->arena, text, *length);
	free(text);
	return copy;
}

static void assert_golden(struct fixture *f, const char *format, bool color, const char *golden)
{
	char *path = arena_printf(&f->arena, SNAG_TESTDATA "/report/%s", golden), *want;
	size_t length, want_length;
	char *text = render(f, format, color, &length);
	struct err err = { 0 };

	if (getenv("SNAG_ACCEPT") && !file_write(path, text, length, &err))
		fail_msg("%s", err.text);
	if (!file_read(&f->arena, path, 0, &want, &want_length, &err))
		fail_msg("%s", err.text);
	assert_string_equal(text, want);
	assert_int_equal(length, want_length);
}

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
	assert_golden(*state, "text", false, "usual.txt");
	assert_golden(*state, "text", true, "usual-color.txt");
	assert_golden(*state, "jsonl", false, "usual.jsonl");
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
	assert_golden(f, "text", false, "columns.txt");
}

/* Nothing from a source, a name or a message may steer the terminal or break JSON. */
static void test_hostile(void **state)
{
	struct fixture *f = *state;
	struct finding *finding;

	add_source(f, "a\033[2J\xff.c", "x = \"\033]0;title\007\"; \xe2\x80\xae\xc2\x9b\xff\x80 f();\n");
	finding = add_finding(f, "a\033[2J\xff.c", 1, 27, 30);
	finding->message = "'a\nb\tc\"\x7f' \xc0\xaf \xed\xa0\x80 \xf5\x80\x80\x80 \xe6\x97";
	finding->fix = "\033[31m\\";
	finding->function = "\xffoperator\"\"";
	add_step(f, finding, "/b\r\nc", 1, "\xe2\x81\xa6\xc2\x85");
	vec_push(&f->arena, &finding->programs, "p\xff");
	assert_golden(f, "text", false, "hostile.txt");
	assert_golden(f, "jsonl", false, "hostile.jsonl");
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
	assert_golden(f, "text", false, "no-source.txt");
}

/* Out of order, as nobody should give them: still the right lines. */
static void test_backwards(void **state)
{
	struct fixture *f = *state;
	size_t length;
	char *text;

	add_source(f, "a.c", "one\ntwo\n");
	add_finding(f, "a.c", 2, 1, 4);
	add_finding(f, "a.c", 1, 1, 4);
	text = render(f, "text", false, &length);
	assert_non_null(strstr(text, "    2 | two\n      | ^~~\n"));
	assert_non_null(strstr(text, "    1 | one\n      | ^~~\n"));
}

static void test_none(void **state)
{
	size_t length;

	assert_string_equal(render(*state, "text", true, &length), "");
	assert_string_equal(render(*state, "jsonl", false, &length), "");
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

/* A full disk is said, whether the first write meets it or the last flush. */
static void test_full_disk(void **state)
{
	static const char *const names[] = { "text", "jsonl" };
	struct fixture *f = *state;
	struct report_options options = { .root = NULL };

	add_usual(f);
	for (size_t i = 0; i < 2; i++)
		for (int buffered = 0; buffered < 2; buffered++) {
			FILE *out = fopen("/dev/full", "w");
			struct err err = { 0 };

			assert_non_null(out);
			setvbuf(out, NULL, buffered ? _IOFBF : _IONBF, 1 << 16);
			assert_false(report_format_named(names[i])(out, f->findings.items, 2, &options, &err));
			assert_non_null(strstr(err.text, "cannot write the report: No space left"));
			fclose(out);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_usual, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_columns, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_hostile, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_no_source, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_backwards, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_none, set_up, tear_down),
		cmocka_unit_test(test_names),
		cmocka_unit_test_setup_teardown(test_full_disk, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
