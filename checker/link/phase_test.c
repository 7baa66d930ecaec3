/* Threads: created, joined, detached, and what is known of a point before and after. */
#include "link/phase_fixture.h"
#include "link/phase_parts.h"

static void write_before_and_after_create(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), before, made, after;

	(void)state;
	begin_main(b);
	before = write_env(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	after = write_env(b);
	return_number(b, 0);
	assert_true(phase_has_threads(linked(f)));
	assert_phases(f, "main", before, "single");
	assert_phases(f, "main", after, "threaded");
	assert_phases(f, "worker", 0, "threaded+thread");
	assert_witness(f, "main", after, "/p/main.c:%u thread that runs 'worker' started here;", line_of(b, made));
	end(f);
}

static void no_thread_where_create_failed(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), made, failed, after;

	(void)state;
	begin_main(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	block_if(b, 0, made, FACT__OP__OP_NE, 0);
	failed = write_env(b);
	return_number(b, 1);
	block_if(b, 0, made, FACT__OP__OP_EQ, 0);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", failed, "single");
	assert_phases(f, "main", after, "threaded");
	end(f);
}

/* int start(void) { if (pthread_create(…) != 0) return -1; return 0; } in the other file */
static uint32_t build_start(struct fixture *f, uint32_t *made)
{
	struct fact_builder *b = &f->units[OTHER];
	uint32_t entry = worker(b);

	build_function(b, "start", EXTERNAL, 0);
	*made = create(b, build_local(b, build_object(b, "tid")), entry);
	block_if(b, 0, *made, FACT__OP__OP_NE, 0);
	return_number(b, -1);
	block_if(b, 0, *made, FACT__OP__OP_EQ, 0);
	call_named(b, "pthread_detach");
	return_number(b, 0);
	return line_of(b, *made);
}

static void create_in_a_callee(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t made, place = build_start(f, &made), helper, start, failed, after, called;

	(void)state;
	helper = build_function(b, "export_setting", INTERNAL, 0);
	write_env(b);
	return_number(b, 0);
	begin_main(b);
	start = call_named(b, "start");
	block_if(b, 0, start, FACT__OP__OP_LT, 0);
	failed = write_env(b);
	return_number(b, 1);
	block_if(b, 0, start, FACT__OP__OP_GE, 0);
	after = write_env(b);
	called = build_call(b, helper, 0);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", failed, "single");
	assert_phases(f, "main", after, "threaded");
	assert_phases(f, "export_setting", 0, "threaded");
	assert_witness(f, "export_setting", 0,
		       "/p/main.c:%u 'main' calls 'start';/p/other.c:%u thread that runs 'worker' started here;"
		       "/p/main.c:%u 'main' calls 'export_setting';",
		       line_of(b, start), place, line_of(b, called));
	end(f);
}

static void thread_entry_through_two_files(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN], *other = &f->units[OTHER];
	uint32_t log, entry, made, logged, prepared;

	(void)state;
	build_function(other, "log_line", EXTERNAL, 0);
	log = write_env(other);
	return_number(other, 0);
	entry = build_function(b, "loop", INTERNAL, 1);
	logged = call_named(b, "log_line");
	logged = line_of(b, logged);
	return_number(b, 0);
	begin_main(b);
	prepared = call_named(b, "prepare");
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", prepared, "single");
	assert_phases(f, "log_line", log, "threaded+thread");
	assert_witness(f, "log_line", log,
		       "/p/main.c:%u thread that runs 'loop' started here;/p/main.c:%u 'loop' calls 'log_line';",
		       line_of(b, made), logged);
	end(f);
}

static void joined_threads_are_gone(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), one, two, between, after;

	(void)state;
	begin_main(b);
	one = build_local(b, build_object(b, "one"));
	two = build_local(b, build_object(b, "two"));
	create(b, one, entry);
	create(b, two, entry);
	join(b, two);
	between = write_env(b);
	join(b, one);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", between, "threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

static void witness_names_the_threads_that_are_left(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), one, two, made, after;

	(void)state;
	begin_main(b);
	one = build_local(b, build_object(b, "one"));
	two = build_local(b, build_object(b, "two"));
	create(b, one, entry);
	join(b, one);
	made = create(b, two, entry);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_witness(f, "main", after, "/p/main.c:%u thread that runs 'worker' started here;", line_of(b, made));
	end(f);
}

static void a_loop_joins_all(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), tids, behind, inside, after;

	(void)state;
	begin_main(b);
	tids = build_object(b, "tids");
	behind = build_block(b);
	create(b, any_element(b, tids), entry);
	behind = loop_around(b, 0, behind);
	build_block(b);
	join(b, any_element(b, tids));
	inside = write_env(b);
	loop_around(b, behind, behind + 1);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", inside, "threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

/* for (…) if (pthread_create(&tids[i], …) != 0) return -1; for (…) pthread_join(tids[i]); return 0; */
static void failing_early_leaves_threads(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), run, tids, made, joins, called, failed, after;

	(void)state;
	run = build_function(b, "run", INTERNAL, 0);
	tids = build_object(b, "tids");
	block_after(b, 0);
	made = create(b, any_element(b, tids), entry);
	joins = loop_around(b, 0, 1);
	block_if(b, 1, made, FACT__OP__OP_NE, 0);
	return_number(b, -1);
	joins = block_after(b, joins);
	join(b, any_element(b, tids));
	loop_around(b, joins, joins);
	return_number(b, 0);
	begin_main(b);
	called = build_call(b, run, 0);
	block_if(b, 0, called, FACT__OP__OP_NE, 0);
	failed = write_env(b);
	return_number(b, 1);
	block_if(b, 0, called, FACT__OP__OP_EQ, 0);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", failed, "single threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

static void handles_pass_as_arguments(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN], *other = &f->units[OTHER];
	uint32_t entry = worker(other), tid, between, after;

	(void)state;
	build_function(other, "begin_work", EXTERNAL, 1);
	create(other, build_param(other, 0), entry);
	return_number(other, 0);
	build_function(other, "end_work", EXTERNAL, 1);
	build_call(other, build_extern(other, "pthread_join"), 2, build_param(other, 0), build_int(other, 0));
	return_number(other, 0);
	begin_main(b);
	tid = build_local(b, build_object(b, "tid"));
	build_call(b, build_extern(b, "begin_work"), 1, tid);
	between = write_env(b);
	build_call(b, build_extern(b, "end_work"), 1, build_load(b, tid));
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", between, "threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

static void handles_lie_in_fields(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), record = build_record(b, "pool", "size", "tid", NULL), pool, begin_pool, end_pool;
	uint32_t between, after;

	(void)state;
	begin_pool = build_function(b, "begin_pool", INTERNAL, 1);
	create(b, build_field(b, build_param(b, 0), record, 1), entry);
	return_number(b, 0);
	end_pool = build_function(b, "end_pool", INTERNAL, 1);
	join(b, build_field(b, build_param(b, 0), record, 1));
	return_number(b, 0);
	begin_main(b);
	pool = build_local(b, build_object(b, "pool"));
	build_call(b, begin_pool, 1, pool);
	between = write_env(b);
	build_call(b, end_pool, 1, pool);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", between, "threaded");
	assert_phases(f, "main", after, "single");
	end(f);
}

static void detached_threads_stay(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), tid, after;

	(void)state;
	begin_main(b);
	tid = build_local(b, build_object(b, "tid"));
	create(b, tid, entry);
	build_call(b, build_extern(b, "pthread_detach"), 1, build_load(b, tid));
	join(b, tid);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", after, "threaded");
	end(f);
}

static void a_lost_handle_leaves_doubt(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), start, after;

	(void)state;
	start = build_function(b, "start", INTERNAL, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	begin_main(b);
	build_call(b, start, 0);
	join(b, build_address(b, build_variable(b, "copied", INTERNAL, true)));
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", after, "threaded+doubt");
	end(f);
}

/* if (started) pthread_join(tid); */
static void a_join_that_is_gone_around_leaves_doubt(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), tid, started, joins, after;

	(void)state;
	begin_main(b);
	tid = build_local(b, build_object(b, "tid"));
	create(b, tid, entry);
	started = call_named(b, "was_started");
	joins = block_if(b, 0, started, FACT__OP__OP_NE, 0);
	b->function->blocks[joins]->dominator = 1;
	join(b, tid);
	block_if(b, 0, started, FACT__OP__OP_EQ, 0);
	build_edge(b, 1, 2);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", after, "single threaded+doubt");
	end(f);
}

/* std::thread t(work); t.join(); and an empty one. */
static void thread_objects(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), constructor = build_extern(b, "std::thread::thread"), t, made, joined;

	(void)state;
	begin_main(b);
	build_call(b, constructor, 1, build_local(b, build_object(b, "empty")));
	made = write_env(b);
	t = build_local(b, build_object(b, "t"));
	build_call(b, constructor, 2, t, build_address(b, entry));
	joined = build_call(b, build_extern(b, "std::thread::join"), 1, t);
	write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", made, "single");
	assert_phases(f, "main", joined, "threaded");
	assert_phases(f, "main", joined + 1, "single");
	end(f);
}

/* A region with a write and a call that writes, and both once more behind it. */
static void parallel_region(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t helper = build_function(b, "export_setting", INTERNAL, 0), written = write_env(b), team, inside, behind;

	(void)state;
	return_number(b, 0);
	begin_main(b);
	team = build_local(b, build_object(b, ""));
	build_call(b, build_extern(b, "#pragma omp parallel"), 1, team);
	inside = write_env(b);
	build_call(b, helper, 0);
	build_call(b, build_extern(b, "#pragma omp parallel end"), 1, team);
	behind = write_env(b);
	build_call(b, helper, 0);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", inside, "threaded+thread");
	assert_phases(f, "main", behind, "single");
	assert_phases(f, "export_setting", written, "single threaded+thread");
	end(f);
}

/* The start of the thread and both ends stay. */
static void long_paths_are_cut_in_the_middle(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t callee, write, made;
	const char *text;

	(void)state;
	callee = build_function(b, "deepest", INTERNAL, 0);
	write = write_env(b);
	return_number(b, 0);
	for (int i = 0; i < 40; i++) {
		uint32_t next = build_function(b, arena_printf(&f->arena, "f%d", i), INTERNAL, i == 39);

		build_call(b, callee, 0);
		return_number(b, 0);
		callee = next;
	}
	begin_main(b);
	made = create(b, build_local(b, build_object(b, "tid")), callee);
	return_number(b, 0);
	linked(f);
	text = witness(f, "deepest", write);
	assert_non_null(strstr(text, arena_printf(&f->arena, "/p/main.c:%u thread that runs 'f39' started here;",
						  line_of(b, made))));
	assert_non_null(strstr(text, "'f39' calls 'f38';"));
	assert_non_null(strstr(text, " … 25 calls …;"));
	assert_non_null(strstr(text, "'f0' calls 'deepest';"));
	end(f);
}

#define MANY 200

/* Asking for the way to each of many events behind each other costs little more than asking for one. */
static void ways_cost_what_they_pass(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), first = 0, cost;
	const struct program *program;

	(void)state;
	begin_main(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	for (int i = 0; i < MANY; i++)
		first = write_env(b);
	first -= MANY - 1;
	return_number(b, 0);
	program = linked(f);
	witness(f, "main", first);
	cost = (uint32_t)program->phases->search_steps;
	for (uint32_t i = 1; i < MANY; i++)
		witness(f, "main", first + i);
	assert_true(program->phases->search_steps <= (uint64_t)MANY * cost);
	end(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(write_before_and_after_create),
		cmocka_unit_test(no_thread_where_create_failed),
		cmocka_unit_test(create_in_a_callee),
		cmocka_unit_test(thread_entry_through_two_files),
		cmocka_unit_test(joined_threads_are_gone),
		cmocka_unit_test(witness_names_the_threads_that_are_left),
		cmocka_unit_test(a_loop_joins_all),
		cmocka_unit_test(failing_early_leaves_threads),
		cmocka_unit_test(handles_pass_as_arguments),
		cmocka_unit_test(handles_lie_in_fields),
		cmocka_unit_test(detached_threads_stay),
		cmocka_unit_test(a_lost_handle_leaves_doubt),
		cmocka_unit_test(a_join_that_is_gone_around_leaves_doubt),
		cmocka_unit_test(thread_objects),
		cmocka_unit_test(parallel_region),
		cmocka_unit_test(long_paths_are_cut_in_the_middle),
		cmocka_unit_test(ways_cost_what_they_pass),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
