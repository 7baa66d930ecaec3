/* Rows, their way from one program to another, and children with limits. */
#include "bench/evidence/report.h"

#include "bench/evidence/child.h"
#include "bench/evidence/machine.h"
#include "bench/evidence/published.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
	struct arena arena;
	struct report report;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->report.arena = &f->arena;
	f->report.libc = "glibc 0.1";
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	arena_release(&f->arena);
	free(f);
	return 0;
}

static void rows_survive_the_way(void **state)
{
	struct fixture *f = *state;
	struct report there = { .arena = &f->arena };
	struct strbuf text = { 0 };
	struct err err = { 0 };
	struct row *row = report_row(&f->report, "env.one", "with a\ttab, a\nnewline and %d %%", 5);

	row_value(row, 12.5, "ns");
	row_judge(&f->report, row, false, "at least %d", 20);
	row_skip(&f->report, report_row(&f->report, "env.two", "two"), "needs %d CPUs", 2);
	rows_write(&f->report, &text);
	assert_true(rows_read(&there, strbuf_text(&text), &err));
	assert_int_equal(there.rows.len, 2);
	assert_string_equal(there.rows.items[0]->what, "with a tab, a newline and 5 %");
	assert_string_equal(there.rows.items[0]->rule, "at least 20");
	assert_float_equal(there.rows.items[0]->value, 12.5, 1e-9);
	assert_int_equal(there.rows.items[0]->verdict, VERDICT_NOT_SHOWN);
	assert_string_equal(there.rows.items[1]->note, "needs 2 CPUs");
	assert_true(isnan(there.rows.items[1]->value));
	assert_int_equal(report_count(&there, VERDICT_SKIPPED), 1);
	strbuf_release(&text);
}

static void broken_rows_are_refused(void **state)
{
	static const char *const broken[] = {
		"hello\n", "1\t2\ta\tb\tc\td\te\n", "9\t2\ta\tb\tc\td\te\tf\n", "-1\t2\ta\tb\tc\td\te\tf\n",
		"1\t2\ta\tb\tc\td\te\tf\tg\n", "1\t2\ta\tb\tc\td\te\tf",
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		struct err err = { 0 };

		assert_false(rows_read(&f->report, broken[i], &err));
		assert_true(err.text[0] != '\0');
	}
	assert_int_equal(f->report.rows.len, 0);
}

static void figures_without_a_row_get_one(void **state)
{
	struct fixture *f = *state;

	row_value(report_row(&f->report, "ids.step", "step"), 20, "ns");
	published_fill(&f->report, "ids");
	assert_int_equal(report_count(&f->report, VERDICT_REPORTED), 1);
	assert_true(report_count(&f->report, VERDICT_SKIPPED) > 1);
	for (size_t i = 1; i < f->report.rows.len; i++)
		assert_memory_equal(f->report.rows.items[i]->name, "ids.", 4);
}

static void numbers_keep_three_digits(void **state)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = { { NAN, "" }, { 0, "0" }, { 12345.6, "12346" }, { 23.456, "23.5" }, { 2.3456, "2.35" }, { 7, "7" },
		      { 0.01083, "0.011" } };
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *text;

		number_text(&f->arena, cases[i].value, &text);
		assert_string_equal(text, cases[i].text);
	}
}

static void crash(void *shared)
{
	*(int *)shared = 7;
	raise(SIGABRT);
}

static void stay(void *shared)
{
	(void)shared;
	for (;;)
		sleep_ms(1000);
}

static void leave(void *shared)
{
	*(int *)shared = 8;
}

static void children_are_bounded(void **state)
{
	int *shared = child_shared(sizeof *shared);

	(void)state;
	assert_int_equal(child_run(crash, shared, 30).end, CHILD_CRASHED);
	assert_int_equal(*shared, 7);
	assert_int_equal(child_run(leave, shared, 30).end, CHILD_DONE);
	assert_int_equal(*shared, 8);
	assert_int_equal(child_run(stay, shared, 0.05).end, CHILD_TIMEOUT);
	child_unshare(shared, sizeof *shared);
}

static void programs_tell_how_they_ended(void **state)
{
	static const char *const say[] = { "sh", "-c", "echo $SNAG_TOLD; echo two >&2; exit 3", NULL };
	static const char *const stay_long[] = {"sleep", "60", NULL}, *const none[] = {"snag-no-such-program", NULL};
	static const char *const settings[] = { "SNAG_TOLD=one", NULL };
	struct program_outcome outcome = program_run(say, settings, 30);

	(void)state;
	assert_int_equal(outcome.end, CHILD_FAILED);
	assert_int_equal(outcome.status, 3);
	assert_string_equal(strbuf_text(&outcome.output), "one\ntwo\n");
	strbuf_release(&outcome.output);
	assert_int_equal(program_run(stay_long, NULL, 0.05).end, CHILD_TIMEOUT);
	assert_int_equal(program_run(none, NULL, 30).status, 127);
	assert_true(program_exists("sh"));
	assert_false(program_exists("snag-no-such-program"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rows_survive_the_way, set_up, tear_down),
		cmocka_unit_test_setup_teardown(broken_rows_are_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(figures_without_a_row_get_one, set_up, tear_down),
		cmocka_unit_test_setup_teardown(numbers_keep_three_digits, set_up, tear_down),
		cmocka_unit_test(children_are_bounded),
		cmocka_unit_test(programs_tell_how_they_ended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
