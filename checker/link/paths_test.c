/* Path queries: what an assumed result, exits and blocking events rule out. */
#include "link/link_test.h"
#include "link/paths.h"

/*
 * Block 0: call #0 of `callee`; then to block 1 (event #1, a call) or to block 2
 * (event #2, a return). Tests say on what condition. Block 1 goes on to block 2.
 */
struct fixture {
	struct arena arena;
	struct fact_builder b;
	struct program_set set;
	struct path_query query;
};

static void begin(struct fixture *x, const char *callee, const char *then)
{
	*x = (struct fixture){ 0 };
	build_unit(&x->b, &x->arena, "/p/a.c");
	build_function(&x->b, "main", EXTERNAL, 0);
	build_call(&x->b, build_extern(&x->b, callee), 0);
	build_block(&x->b);
	build_call(&x->b, build_extern(&x->b, then), 0);
	build_block(&x->b);
	build_return(&x->b, 0);
	build_edge(&x->b, 1, 2);
}

static void linked(struct fixture *x)
{
	x->query.program = link_one(&x->set, (struct fact_builder *[]){ &x->b }, 1);
	x->query.function = find_function(x->query.program, "main");
}

static void end(struct fixture *x)
{
	programs_release(&x->set);
	arena_release(&x->arena);
}

static bool reaches(struct fixture *x, uint32_t event, int64_t low, int64_t high)
{
	x->query.assume = true;
	x->query.low = low;
	x->query.high = high;
	return path_reaches_event(&x->query, event);
}

/* `left op right` leads to block 1, what it leaves to block 2; block 1 is the one for a result of 0. */
static void check_branch(struct fixture *x, uint32_t left, Fact__Op op, Fact__Op otherwise, uint32_t right)
{
	build_edge_if(&x->b, 0, 1, left, op, right);
	build_edge_if(&x->b, 0, 2, left, otherwise, right);
	linked(x);
	assert_true(reaches(x, 1, 0, 0));
	assert_false(reaches(x, 1, 1, 5));
	assert_true(reaches(x, 1, 0, 5));
	x->query.assume = false;
	assert_true(path_reaches_event(&x->query, 1));
	end(x);
}

static void forms_of_a_test_for_zero(void **state)
{
	struct fixture x;
	(void)state;

	begin(&x, "fork", "puts");
	check_branch(&x, build_result(&x.b, 0), FACT__OP__OP_EQ, FACT__OP__OP_NE, build_int(&x.b, 0));
	begin(&x, "fork", "puts");
	check_branch(&x, build_int(&x.b, 0), FACT__OP__OP_EQ, FACT__OP__OP_NE, build_result(&x.b, 0));
	begin(&x, "fork", "puts");
	check_branch(&x, build_cast(&x.b, build_result(&x.b, 0), BUILD_LONG), FACT__OP__OP_LT, FACT__OP__OP_GE,
		     build_int(&x.b, 1));
	begin(&x, "fork", "puts");
	check_branch(&x, build_unary(&x.b, FACT__OP__OP_LNOT, build_result(&x.b, 0)), FACT__OP__OP_NE,
		     FACT__OP__OP_EQ, build_int(&x.b, 0));
	begin(&x, "fork", "puts");
	check_branch(&x, build_binary(&x.b, build_int(&x.b, 0), FACT__OP__OP_LT, build_result(&x.b, 0)),
		     FACT__OP__OP_EQ, FACT__OP__OP_NE, build_int(&x.b, 0));
}

static void a_narrowing_cast_says_nothing(void **state)
{
	struct fixture x;
	(void)state;

	begin(&x, "fork", "puts");
	build_edge_if(&x.b, 0, 1, build_cast(&x.b, build_result(&x.b, 0), BUILD_UCHAR), FACT__OP__OP_EQ,
		      build_int(&x.b, 0));
	linked(&x);
	assert_true(reaches(&x, 1, 256, 512));
	assert_false(reaches(&x, 1, 3, 4)); /* small enough to survive it */
	end(&x);
}

static void default_of_a_switch(void **state)
{
	struct fixture x;
	(void)state;

	begin(&x, "fork", "puts");
	build_edge_if(&x.b, 0, 2, build_result(&x.b, 0), FACT__OP__OP_EQ, build_int(&x.b, 0));
	build_edge_if(&x.b, 0, 2, build_result(&x.b, 0), FACT__OP__OP_EQ, build_int(&x.b, -1));
	build_edge(&x.b, 0, 1)->is_default = true;
	linked(&x);
	assert_false(reaches(&x, 1, -1, -1));
	assert_false(reaches(&x, 1, 0, 0));
	assert_true(reaches(&x, 1, 1, 1));
	end(&x);
}

static void exits_end_a_path(void **state)
{
	struct fixture x;
	(void)state;

	begin(&x, "putenv", "exit");
	build_edge(&x.b, 0, 1);
	linked(&x);
	assert_true(path_reaches_event(&x.query, 1));
	assert_false(path_reaches_return(&x.query));
	end(&x);
	begin(&x, "putenv", "execv");
	build_edge(&x.b, 0, 1);
	linked(&x);
	assert_true(path_reaches_return(&x.query));
	end(&x);
}

static bool is_event_1(void *data, uint32_t event)
{
	(void)data;
	return event == 1;
}

static void blocking_events(void **state)
{
	struct fixture x;
	(void)state;

	begin(&x, "putenv", "puts");
	build_edge(&x.b, 0, 1);
	linked(&x);
	assert_true(path_reaches_return(&x.query));
	x.query.blocks = is_event_1;
	assert_false(path_reaches_return(&x.query));
	end(&x);
}

static void the_event_itself_again(void **state)
{
	struct fixture x;
	(void)state;

	/* Back to the call, whose new result the assumption doesn't speak of. */
	begin(&x, "fork", "puts");
	build_edge_if(&x.b, 0, 1, build_result(&x.b, 0), FACT__OP__OP_GT, build_int(&x.b, 0));
	build_edge_if(&x.b, 0, 0, build_result(&x.b, 0), FACT__OP__OP_LE, build_int(&x.b, 0));
	linked(&x);
	assert_true(reaches(&x, 0, 0, 0));
	assert_true(reaches(&x, 1, 0, 0));
	assert_false(reaches(&x, 0, 1, 1));
	end(&x);
}

static void many_ranges_still_end(void **state)
{
	struct fixture x;
	uint32_t blocks = 40;
	(void)state;

	/* A chain of tests, each of which may be passed either way, back into itself. */
	begin(&x, "fork", "puts");
	for (uint32_t i = 0; i < blocks; i++)
		build_block(&x.b);
	build_edge(&x.b, 0, 3);
	for (uint32_t i = 3; i < blocks + 2; i++) {
		build_edge_if(&x.b, i, i + 1, build_result(&x.b, 0), FACT__OP__OP_LT, build_int(&x.b, 1000 - i));
		build_edge_if(&x.b, i, i + 1, build_result(&x.b, 0), FACT__OP__OP_GT, build_int(&x.b, i));
		build_edge(&x.b, i, 3);
	}
	linked(&x);
	assert_false(path_reaches_return(&x.query));
	end(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forms_of_a_test_for_zero),
		cmocka_unit_test(a_narrowing_cast_says_nothing),
		cmocka_unit_test(default_of_a_switch),
		cmocka_unit_test(exits_end_a_path),
		cmocka_unit_test(blocking_events),
		cmocka_unit_test(the_event_itself_again),
		cmocka_unit_test(many_ranges_still_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
