/* Matching: which pairs each stage makes, and which it must not. */
#include "store/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;

/* "FILE FUNCTION STATEMENT LINE CONTEXT" */
static struct match_site site(const char *path, const char *function, const char *statement, uint32_t line,
			      uint64_t context)
{
	struct fingerprint *id = arena_new(&arena, struct fingerprint);
	struct fingerprint_parts parts = { "rule", path, function, "call", statement };

	fingerprint(&parts, id);
	return (struct match_site){ .id = id, .rule = "rule", .path = path, .function = function, .subject = "call",
				    .line = line, .column = 1, .context = context };
}

#define MATCH(before, now) \
	match_sites((struct match_sites){ (before), sizeof(before) / sizeof *(before) }, \
		    (struct match_sites){ (now), sizeof(now) / sizeof *(now) })

static void test_align(void **state)
{
	static const struct {
		uint64_t left[4], right[4];
		size_t left_count, right_count, pair[4];
	} cases[] = {
		/* nothing known: in order */
		{ { 0, 0 }, { 0, 0 }, 2, 2, { 0, 1 } },
		{ { 0, 0, 0 }, { 0 }, 3, 1, { 0, MATCH_NONE, MATCH_NONE } },
		/* one goes in front, in the middle */
		{ { 0x100000001, 0x200000002 }, { 0x900000009, 0x100000001, 0x200000002 }, 2, 3, { 1, 2 } },
		{ { 0x100000001, 0x200000002 }, { 0x100000001, 0x900000009, 0x200000002 }, 2, 3, { 0, 2 } },
		/* half a neighbourhood is better than none */
		{ { 0x100000001 }, { 0x900000009, 0x100000009 }, 1, 2, { 1 } },
		/* the first goes, another comes behind: what is left is paired all the same */
		{ { 0x100000001, 0x200000002 }, { 0x200000002, 0x300000003 }, 2, 2, { 1, 0 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t pair[4];

		match_align(cases[i].left, cases[i].left_count, cases[i].right, cases[i].right_count, pair);
		assert_memory_equal(pair, cases[i].pair, cases[i].left_count * sizeof *pair);
	}
}

/* Generated code: too many to compare each with each. */
static void test_align_many(void **state)
{
	enum { COUNT = 5000 };
	static uint64_t left[COUNT], right[COUNT];
	static size_t pair[COUNT];

	(void)state;
	match_align(left, COUNT, right, COUNT - 1, pair);
	assert_int_equal(pair[COUNT - 2], COUNT - 2);
	assert_true(pair[COUNT - 1] == MATCH_NONE);
}

static void test_stages(void **state)
{
	struct match_site before[] = {
		site("a.c", "f", "exact", 1, 0),   site("a.c", "f", "renamed", 2, 0),
		site("old.c", "f", "moved", 3, 0), site("a.c", "f", "loose", 4, 0),
		site("a.c", "g", "call ( a )", 5, 0), site("a.c", "h", "gone", 6, 0),
	};
	struct match_site now[] = {
		site("a.c", "g", "call ( b )", 1, 0),	 site("b.c", "z", "loose", 2, 0),
		site("new.c", "f", "moved", 3, 0),	 site("a.c", "f2", "renamed", 4, 0),
		site("a.c", "f", "exact", 5, 0),	 site("a.c", "k", "fresh", 6, 0),
	};
	static const enum match_stage stages[] = { MATCH_EXACT, MATCH_NO_FUNCTION, MATCH_NO_PATH, MATCH_LOOSE,
						   MATCH_EDITED };

	(void)state;
	before[2].file_gone = true;
	MATCH(before, now);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(before[i].other, 4 - i);
		assert_int_equal(before[i].stage, stages[i]);
		assert_int_equal(now[4 - i].other, i);
	}
	assert_true(before[5].other == MATCH_NONE);
	assert_true(now[5].other == MATCH_NONE);
}

/* The old file is still there: a copy is no move, unless the statement is the only one of its kind. */
static void test_copy(void **state)
{
	struct match_site before[] = { site("a.c", "f", "one", 1, 0) };
	struct match_site now[] = { site("a.c", "f", "one", 1, 0), site("b.c", "f", "one", 1, 0) };

	(void)state;
	MATCH(before, now);
	assert_int_equal(before[0].other, 0);
	assert_true(now[1].other == MATCH_NONE);
}

/* What may still be there unseen keeps its name for itself. */
static void test_held(void **state)
{
	struct match_site before[] = { site("a.c", "f", "one", 1, 0), site("a.c", "f", "two", 1, 0) };
	struct match_site now[] = { site("a.c", "g", "one", 1, 0), site("a.c", "f", "two", 9, 0) };

	(void)state;
	before[0].held = before[1].held = true;
	MATCH(before, now);
	assert_true(before[0].other == MATCH_NONE);
	assert_int_equal(before[1].other, 1);
}

static void test_loose_ties(void **state)
{
	struct match_site before[] = { site("a.c", "f", "one", 1, 7), site("a.c", "f2", "one", 2, 8),
				       site("a.c", "f3", "one", 3, 9) };
	struct match_site now[] = { site("b.c", "g", "one", 1, 8), site("b.c", "g2", "one", 2, 5),
				    site("b.c", "g3", "one", 3, 5) };

	(void)state;
	MATCH(before, now);
	assert_true(before[0].other == MATCH_NONE);
	assert_int_equal(before[1].other, 0);
	assert_int_equal(before[1].stage, MATCH_LOOSE);
	assert_true(before[2].other == MATCH_NONE);
}

/* A changed statement is paired for its history only where there is no choice. */
static void test_edited_ties(void **state)
{
	struct match_site before[] = { site("a.c", "f", "call ( a )", 1, 0) };
	struct match_site now[] = { site("a.c", "f", "call ( b )", 1, 0), site("a.c", "f", "call ( c )", 2, 0) };

	(void)state;
	MATCH(before, now);
	assert_true(before[0].other == MATCH_NONE);
}

/* The order in which sites are given doesn't matter. */
static void test_order(void **state)
{
	enum { COUNT = 40 };
	struct match_site before[COUNT], now[COUNT], turned[COUNT];

	(void)state;
	for (uint32_t i = 0; i < COUNT; i++) {
		before[i] = site("a.c", i % 3 ? "f" : "g", i % 2 ? "one" : "two", i, i / 3);
		now[i] = site(i % 7 ? "a.c" : "b.c", i % 4 ? "f" : "g", i % 2 ? "one" : "two", i * 2, i / 4);
		turned[COUNT - 1 - i] = now[i];
	}
	MATCH(before, now);
	MATCH(before, turned);
	for (size_t i = 0; i < COUNT; i++)
		assert_true(turned[COUNT - 1 - i].other == now[i].other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_align), cmocka_unit_test(test_align_many),  cmocka_unit_test(test_stages),
		cmocka_unit_test(test_copy),  cmocka_unit_test(test_held),	  cmocka_unit_test(test_loose_ties),
		cmocka_unit_test(test_order), cmocka_unit_test(test_edited_ties),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	arena_release(&arena);
	return failed;
}
