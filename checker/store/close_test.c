/* Closing runs: states, names that stay, what is carried, what may never be said to be fixed. */
#include "store/store.h"

#include "base/strbuf.h"
#include "store/statement.h"
#include "store/upkeep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct rule_info rule_program = { .id = "whole", .level = LEVEL_ERROR, .whole_program = true };
static const struct rule_info rule_unit = { .id = "single", .level = LEVEL_WARNING };
static const struct rule_info *const both[] = { &rule_program, &rule_unit };

/* A project of two units in one program, and what is found in it. */
struct fixture {
	struct arena arena;
	struct store *store;
	struct stored_unit units[2];
	struct stored_program program;
	const char *members[2], *configurations[2];
	struct stored_run run;
	struct closed_run closed;
	VEC(struct finding *) findings;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);
	struct err err = { 0 };

	if (!store_open(":memory:", &f->store, &err))
		fail_msg("%s", err.text);
	f->units[0] = (struct stored_unit){ "a.c", "", "ok", "1", NULL, 1 };
	f->units[1] = (struct stored_unit){ "b.c", "", "ok", "2", NULL, 1 };
	f->members[0] = "a.c";
	f->members[1] = "b.c";
	f->configurations[0] = f->configurations[1] = "";
	f->program = (struct stored_program){ "p", "guess", true, f->members, f->configurations, 2 };
	f->run = (struct stored_run){ .tool_version = "0", .config_hash = "c", .branch = "main", .commit = "c1",
				      .closed_at = 1800000000, .rules = both, .rule_count = 2, .units = f->units,
				      .unit_count = 2, .programs = &f->program, .program_count = 1 };
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	store_close(f->store);
	arena_release(&f->arena);
	free(f);
	return 0;
}

/* A finding in the next run. */
static struct finding *found(struct fixture *f, const struct rule_info *rule, const char *file, const char *function,
			     const char *statement, uint32_t line)
{
	struct finding *finding = arena_new(&f->arena, struct finding);
	struct fingerprint_parts parts = { rule->id, file, function, "call", statement };

	*finding = (struct finding){ .rule = rule, .level = rule->level, .place = { file, line, 1, line, 9 },
				     .path = file, .function = function, .subject = "call", .statement = statement,
				     .message = "m", .fix = "", .unit = file, .unit_configuration = "" };
	fingerprint(&parts, &finding->id);
	if (rule->whole_program)
		vec_push(&f->arena, &finding->programs, "p");
	vec_push(&f->arena, &f->findings, finding);
	return finding;
}

/* Closes a run with what was found since the last one. */
static void close_run(struct fixture *f)
{
	struct err err = { 0 };

	f->run.findings = f->findings.items;
	f->run.finding_count = f->findings.len;
	if (!store_run(f->store, &f->arena, &f->run, &f->closed, &err))
		fail_msg("%s", err.text);
	f->findings.items = NULL;
	f->findings.len = f->findings.cap = 0;
}

static size_t count(const struct fixture *f, enum finding_state state)
{
	return f->closed.counts[state][0] + f->closed.counts[state][1] + f->closed.counts[state][2];
}

#define ASSERT_COUNT(state, number) assert_int_equal(count(f, (state)), (number))

static void assert_sound(struct fixture *f)
{
	int64_t number = -1;

	assert_true(store_number(f->store, "SELECT count(*) FROM pragma_foreign_key_check", &number, NULL));
	assert_int_equal(number, 0);
	assert_true(store_number(f->store, "SELECT count(*) FROM finding WHERE site_id IS NULL", &number, NULL));
	assert_int_equal(number, 0);
}

static void test_life(void **state)
{
	struct fixture *f = *state;
	struct finding *finding = found(f, &rule_unit, "a.c", "run", "one", 5);

	close_run(f);
	assert_false(f->closed.compared);
	assert_int_equal(finding->state, STATE_NEW);
	finding = found(f, &rule_unit, "a.c", "run", "one", 7);
	close_run(f);
	assert_true(f->closed.compared);
	assert_int_equal(finding->state, STATE_PERSISTING);
	close_run(f);
	ASSERT_COUNT(STATE_FIXED, 1);
	close_run(f);
	ASSERT_COUNT(STATE_FIXED, 0);
	finding = found(f, &rule_unit, "a.c", "run", "one", 7);
	close_run(f);
	assert_int_equal(finding->state, STATE_REOPENED);
	assert_int_equal(finding->ordinal, 0);
	finding = found(f, &rule_unit, "a.c", "run", "one", 7);
	finding->level = LEVEL_ERROR;
	close_run(f);
	assert_int_equal(finding->state, STATE_RAISED);
	assert_sound(f);
}

/* What wasn't looked at is never fixed; found again, it was there all the time. */
static void test_failed_unit(void **state)
{
	struct fixture *f = *state;
	struct finding *finding;

	found(f, &rule_unit, "a.c", "run", "one", 5);
	found(f, &rule_unit, "b.c", "run", "one", 5);
	close_run(f);
	f->units[0].status = "failed";
	for (int i = 0; i < 2; i++) {
		found(f, &rule_unit, "b.c", "run", "one", 5);
		close_run(f);
		ASSERT_COUNT(STATE_UNCHECKED, 1);
		ASSERT_COUNT(STATE_FIXED, 0);
		ASSERT_COUNT(STATE_PERSISTING, 1);
	}
	f->units[0].status = "ok";
	finding = found(f, &rule_unit, "a.c", "run", "one", 5);
	close_run(f);
	assert_int_equal(finding->state, STATE_PERSISTING);
	ASSERT_COUNT(STATE_FIXED, 1);
	assert_sound(f);
}

/* In part: what is found counts, what isn't proves nothing. */
static void test_partial_unit(void **state)
{
	struct fixture *f = *state;

	found(f, &rule_unit, "a.c", "run", "one", 5);
	found(f, &rule_unit, "a.c", "run", "two", 6);
	close_run(f);
	f->units[0].status = "partial";
	for (int i = 0; i < 2; i++) {
		found(f, &rule_unit, "a.c", "run", "one", 5);
		close_run(f);
		ASSERT_COUNT(STATE_PERSISTING, 1);
		ASSERT_COUNT(STATE_UNCHECKED, 1);
	}
	f->units[0].status = "ok";
	close_run(f);
	ASSERT_COUNT(STATE_FIXED, 2);
	assert_sound(f);
}

static void test_missing_unit(void **state)
{
	struct fixture *f = *state;

	found(f, &rule_unit, "b.c", "run", "one", 5);
	close_run(f);
	f->run.unit_count = 1;
	f->program.unit_count = 1;
	close_run(f);
	ASSERT_COUNT(STATE_UNCHECKED, 1);
	f->run.whole_build = true;
	close_run(f);
	ASSERT_COUNT(STATE_FIXED, 1);
	ASSERT_COUNT(STATE_UNCHECKED, 0);
	assert_sound(f);
}

static void test_deleted_source(void **state)
{
	struct fixture *f = *state;
	const char *gone = "b.c";

	found(f, &rule_unit, "b.c", "run", "one", 5);
	close_run(f);
	f->run.unit_count = 1;
	f->program.unit_count = 1;
	f->run.gone = &gone;
	f->run.gone_count = 1;
	close_run(f);
	ASSERT_COUNT(STATE_FIXED, 1);
}

static void test_rule_off(void **state)
{
	struct fixture *f = *state;
	struct finding *finding;

	found(f, &rule_unit, "a.c", "run", "one", 5);
	close_run(f);
	f->run.rule_count = 1;
	for (int i = 0; i < 2; i++) {
		close_run(f);
		ASSERT_COUNT(STATE_RULE_OFF, 1);
		ASSERT_COUNT(STATE_FIXED, 0);
	}
	f->run.rule_count = 2;
	finding = found(f, &rule_unit, "a.c", "run", "one", 5);
	close_run(f);
	assert_int_equal(finding->state, STATE_PERSISTING);
	assert_sound(f);
}

/* A finding of the whole program: any unit of it may be what it hangs on. */
static void test_program(void **state)
{
	struct fixture *f = *state;
	struct finding *finding;

	found(f, &rule_program, "a.c", "run", "one", 5);
	close_run(f);
	f->units[1].status = "failed";
	f->program.complete = false;
	close_run(f);
	ASSERT_COUNT(STATE_UNCHECKED, 1);
	f->units[1].status = "ok";
	f->program.complete = true;
	close_run(f);
	ASSERT_COUNT(STATE_FIXED, 1);
	finding = found(f, &rule_program, "a.c", "run", "one", 5);
	close_run(f);
	assert_int_equal(finding->state, STATE_REOPENED);
	/* Half of the program alone, "whole" as far as it goes. */
	f->run.unit_count = 1;
	f->program.unit_count = 1;
	close_run(f);
	ASSERT_COUNT(STATE_UNCHECKED, 1);
	ASSERT_COUNT(STATE_FIXED, 0);
	assert_sound(f);
}

/* An equal statement in front of another takes a number of its own; the old one keeps its name. */
static void test_names_stay(void **state)
{
	struct fixture *f = *state;
	struct finding *old, *fresh;

	old = found(f, &rule_unit, "a.c", "run", "one", 10);
	old->context = 0x0000000100000002;
	close_run(f);
	assert_int_equal(old->ordinal, 0);
	fresh = found(f, &rule_unit, "a.c", "run", "one", 5);
	fresh->context = 0x0000000300000004;
	old = found(f, &rule_unit, "a.c", "run", "one", 11);
	old->context = 0x0000000100000002;
	close_run(f);
	assert_int_equal(old->state, STATE_PERSISTING);
	assert_int_equal(old->ordinal, 0);
	assert_int_equal(fresh->state, STATE_NEW);
	assert_int_equal(fresh->ordinal, 1);
	/* Two places, one statement: never one id. */
	fresh = found(f, &rule_unit, "a.c", "run", "one", 5);
	old = found(f, &rule_unit, "a.c", "run", "one", 11);
	close_run(f);
	assert_int_equal(fresh->ordinal, 1);
	assert_int_equal(old->ordinal, 0);
	assert_sound(f);
}

/* A place seen from two units is one finding. */
static void test_header(void **state)
{
	struct fixture *f = *state;
	struct finding *one, *two;

	for (int i = 0; i < 2; i++) {
		one = found(f, &rule_unit, "h.h", "run", "one", 10);
		two = found(f, &rule_unit, "h.h", "run", "one", 10);
		one->unit = "a.c";
		two->unit = "b.c";
		close_run(f);
		assert_int_equal(one->ordinal, 0);
		assert_int_equal(two->ordinal, 0);
		assert_int_equal(count(f, STATE_NEW) + count(f, STATE_PERSISTING), 1);
	}
	/* One of the two units fails: the other still sees it. */
	f->units[0].status = "timeout";
	two = found(f, &rule_unit, "h.h", "run", "one", 10);
	two->unit = "b.c";
	close_run(f);
	assert_int_equal(two->state, STATE_PERSISTING);
	ASSERT_COUNT(STATE_UNCHECKED, 0);
	assert_sound(f);
}

static void test_moves(void **state)
{
	struct fixture *f = *state;
	struct finding *finding;
	const char *gone = "a.c";

	found(f, &rule_unit, "a.c", "run", "one", 10);
	close_run(f);
	finding = found(f, &rule_unit, "a.c", "walk", "one", 10);
	close_run(f);
	assert_int_equal(finding->state, STATE_PERSISTING);
	/* The unit's file is renamed. */
	f->units[0].main_file = f->members[0] = "c.c";
	f->run.gone = &gone;
	f->run.gone_count = 1;
	finding = found(f, &rule_unit, "c.c", "walk", "one", 10);
	close_run(f);
	assert_int_equal(finding->state, STATE_PERSISTING);
	ASSERT_COUNT(STATE_FIXED, 0);
	/* And the function goes to another file under another name. */
	finding = found(f, &rule_unit, "b.c", "wander", "one", 10);
	close_run(f);
	assert_int_equal(finding->state, STATE_PERSISTING);
	assert_sound(f);
}

/* What moved goes back: each id resolves to the one finding. */
static void test_back(void **state)
{
	struct fixture *f = *state;
	struct finding *finding, *other;
	int64_t findings = 0;

	for (int i = 0; i < 3; i++) {
		finding = found(f, &rule_unit, "a.c", i % 2 ? "walk" : "run", "one", 10);
		close_run(f);
		assert_int_equal(finding->ordinal, 0);
	}
	assert_true(store_number(f->store, "SELECT count(*) FROM finding", &findings, NULL));
	assert_int_equal(findings, 1);
	/* A second one in the place that the first once had gets a name of its own. */
	finding = found(f, &rule_unit, "a.c", "run", "one", 10);
	other = found(f, &rule_unit, "a.c", "walk", "one", 20);
	close_run(f);
	assert_int_equal(finding->state, STATE_PERSISTING);
	assert_int_equal(other->state, STATE_NEW);
	assert_int_equal(other->ordinal, 1);
	assert_sound(f);
}

static void test_edited(void **state)
{
	struct fixture *f = *state;
	struct finding *old = found(f, &rule_unit, "a.c", "run", "call ( a )", 10), *finding;
	struct stored_decision decision = { .fingerprint = old->id.full,
					    .what = { "baseline", "accepted", "as it is", NULL, "ann" } };

	f->run.decisions = &decision;
	f->run.decision_count = 1;
	close_run(f);
	assert_non_null(old->suppressed);
	assert_string_equal(old->suppressed->reason, "as it is");
	finding = found(f, &rule_unit, "a.c", "run", "call ( b )", 10);
	close_run(f);
	assert_int_equal(finding->state, STATE_EDITED);
	assert_string_equal(finding->was, arena_printf(&f->arena, "%s/0", old->id.full));
	assert_null(finding->suppressed);
	ASSERT_COUNT(STATE_FIXED, 0);
	close_run(f);
	ASSERT_COUNT(STATE_FIXED, 1);
	old = found(f, &rule_unit, "a.c", "run", "call ( a )", 10);
	close_run(f);
	assert_int_equal(old->state, STATE_REOPENED);
	assert_sound(f);
}

/* A suppression goes along with what has only moved. */
static void test_suppression_follows(void **state)
{
	struct fixture *f = *state;
	struct finding *old = found(f, &rule_unit, "a.c", "run", "one", 10), *finding;
	struct stored_decision decisions[] = {
		{ .rule_glob = "sin*", .path_glob = "lib/*", .what = { "configuration", "accepted", "not ours", NULL, "" } },
		{ .fingerprint = old->id.full, .what = { "baseline", "later", "soon", "2027-01-16", "ann" } },
	};

	f->run.decisions = decisions;
	f->run.decision_count = 2;
	close_run(f);
	finding = found(f, &rule_unit, "a.c", "walk", "one", 10);
	close_run(f);
	assert_non_null(finding->suppressed);
	assert_string_equal(finding->suppressed->until, "2027-01-16");
	/* Its last day is over: 2027-01-15 08:00 UTC was 1800000000. */
	f->run.closed_at += 2 * 86400;
	finding = found(f, &rule_unit, "a.c", "walk", "one", 10);
	close_run(f);
	assert_null(finding->suppressed);
	assert_string_equal(finding->expired->reason, "soon");
	finding = found(f, &rule_unit, "lib/z.c", "walk", "one", 10);
	finding->unit = "a.c";
	close_run(f);
	assert_string_equal(finding->suppressed->source, "configuration");
}

static void test_branches(void **state)
{
	struct fixture *f = *state;
	const char *ancestors[] = { "c2", "c1" };
	struct finding *finding;

	found(f, &rule_unit, "a.c", "run", "one", 10);
	close_run(f);
	/* A new branch from there knows what was known. */
	f->run.branch = "topic";
	f->run.commit = "c3";
	f->run.ancestors = ancestors;
	f->run.ancestor_count = 2;
	finding = found(f, &rule_unit, "a.c", "run", "one", 10);
	close_run(f);
	assert_int_equal(finding->state, STATE_PERSISTING);
	close_run(f);
	ASSERT_COUNT(STATE_FIXED, 1);
	/* Main still has it. */
	f->run.branch = "main";
	finding = found(f, &rule_unit, "a.c", "run", "one", 10);
	close_run(f);
	assert_int_equal(finding->state, STATE_PERSISTING);
	/* A branch that is built on nothing known has only news. */
	f->run.branch = "orphan";
	f->run.ancestor_count = 0;
	finding = found(f, &rule_unit, "a.c", "run", "one", 10);
	close_run(f);
	assert_false(f->closed.compared);
	assert_int_equal(finding->state, STATE_NEW);
	assert_sound(f);
}

/* Old runs lose what they saw; ids and changes stay, and the next run goes on as ever. */
static void test_gc(void **state)
{
	struct fixture *f = *state;
	struct finding *finding;
	int64_t number = 0;

	for (uint32_t i = 0; i < 6; i++) {
		found(f, &rule_unit, "a.c", "run", "one", 5 + i);
		close_run(f);
	}
	assert_true(store_gc(f->store, 2, &number, NULL));
	assert_int_equal(number, 4);
	assert_true(store_number(f->store, "SELECT count(*) FROM snapshot", &number, NULL));
	assert_int_equal(number, 2);
	assert_true(store_number(f->store, "SELECT count(*) FROM occurrence", &number, NULL));
	assert_int_equal(number, 2);
	assert_true(store_check(f->store, NULL));
	finding = found(f, &rule_unit, "a.c", "run", "one", 20);
	close_run(f);
	assert_int_equal(finding->state, STATE_PERSISTING);
	assert_sound(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_gc, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_life, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_failed_unit, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_partial_unit, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_missing_unit, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_deleted_source, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_rule_off, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_program, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_names_stay, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_header, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_moves, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_back, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_edited, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_suppression_follows, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_branches, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
