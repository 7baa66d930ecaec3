/* Forks: which side of one a point lies on, and what the child carries. */
#include "link/phase_fixture.h"

static void fork_from_a_single_thread(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), forked, child, parent;

	(void)state;
	begin_main(b);
	forked = call_named(b, "fork");
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	child = write_env(b);
	call_named(b, "execl");
	call_named(b, "_exit");
	block_if(b, 0, forked, FACT__OP__OP_NE, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	parent = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", child, "single");
	assert_phases(f, "main", parent, "threaded");
	end(f);
}

static void fork_from_a_thread(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t probe, forked, forked_line, child, parent, entry, called, made;

	(void)state;
	probe = build_function(b, "run_probe", INTERNAL, 0);
	forked = call_named(b, "fork");
	forked_line = line_of(b, forked);
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	child = write_env(b);
	call_named(b, "_exit");
	block_if(b, 0, forked, FACT__OP__OP_GT, 0);
	parent = write_env(b);
	return_number(b, 0);
	entry = build_function(b, "probe_loop", INTERNAL, 1);
	called = build_call(b, probe, 0);
	called = line_of(b, called);
	return_number(b, 0);
	begin_main(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "run_probe", child, "single+child");
	assert_phases(f, "run_probe", parent, "threaded+thread");
	assert_witness(f, "run_probe", child,
		       "/p/main.c:%u thread that runs 'probe_loop' started here;"
		       "/p/main.c:%u 'probe_loop' calls 'run_probe';/p/main.c:%u process forked here;",
		       line_of(b, made), called, forked_line);
	end(f);
}

/* pid_t safe_fork(void) { pid_t pid = fork(); if (pid == 0) reset(); return pid; } */
static void fork_in_a_wrapper(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), wrapper, forked, forked_line, called, made, child, parent;

	(void)state;
	wrapper = build_function(b, "safe_fork", INTERNAL, 0);
	forked = call_named(b, "fork");
	forked_line = line_of(b, forked);
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	call_named(b, "reset");
	block_if(b, 0, forked, FACT__OP__OP_NE, 0);
	build_edge(b, 1, 2);
	build_return(b, build_result(b, forked));
	begin_main(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	called = build_call(b, wrapper, 0);
	block_if(b, 0, called, FACT__OP__OP_EQ, 0);
	child = write_env(b);
	call_named(b, "_exit");
	block_if(b, 0, called, FACT__OP__OP_NE, 0);
	parent = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", child, "single+child");
	assert_phases(f, "main", parent, "threaded");
	assert_witness(f, "main", child,
		       "/p/main.c:%u thread that runs 'worker' started here;/p/main.c:%u 'main' calls 'safe_fork';"
		       "/p/main.c:%u process forked here;",
		       line_of(b, made), line_of(b, called), forked_line);
	end(f);
}

/* bool spawn(void) { …; return fork() == 0; } */
static void fork_wrapper_that_tests(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), wrapper, forked, called, child, parent;

	(void)state;
	wrapper = build_function(b, "spawn", INTERNAL, 0);
	forked = call_named(b, "fork");
	build_return(b, build_binary(b, build_result(b, forked), FACT__OP__OP_EQ, build_int(b, 0)));
	begin_main(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	called = build_call(b, wrapper, 0);
	block_if(b, 0, called, FACT__OP__OP_NE, 0);
	child = write_env(b);
	call_named(b, "_exit");
	block_if(b, 0, called, FACT__OP__OP_EQ, 0);
	parent = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", child, "single+child");
	assert_phases(f, "main", parent, "threaded");
	end(f);
}

/* s->pid = fork(); log(); if (s->pid == 0) … */
static void fork_result_in_a_field(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), record = build_record(b, "service", "pid", NULL), start, field, pid, zero;
	uint32_t child, parent;

	(void)state;
	start = build_function(b, "start_service", INTERNAL, 1);
	field = build_field(b, build_param(b, 0), record, 0);
	build_store(b, field, build_result(b, call_named(b, "fork")));
	call_named(b, "log_something");
	pid = build_load(b, field);
	zero = build_int(b, 0);
	build_edge_if(b, 0, build_block(b), pid, FACT__OP__OP_EQ, zero);
	child = write_env(b);
	call_named(b, "_exit");
	build_edge_if(b, 0, build_block(b), pid, FACT__OP__OP_NE, zero);
	parent = write_env(b);
	return_number(b, 0);
	begin_main(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	build_call(b, start, 1, build_local(b, build_object(b, "service")));
	return_number(b, 0);
	linked(f);
	assert_phases(f, "start_service", child, "single+child");
	assert_phases(f, "start_service", parent, "threaded");
	end(f);
}

/* The child's helper never comes back, so nothing of it goes on behind the test. */
static void child_helper_never_returns(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), helper, forked, behind;

	(void)state;
	helper = build_function(b, "serve", INTERNAL, 0);
	write_env(b);
	call_named(b, "_exit");
	begin_main(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	forked = call_named(b, "fork");
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	build_call(b, helper, 0);
	block_if(b, 0, forked, FACT__OP__OP_NE, 0);
	build_edge(b, 1, 2);
	behind = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "serve", 0, "single+child");
	assert_phases(f, "main", behind, "threaded");
	end(f);
}

/* switch (fork()) { case -1: … case 0: … default: … } */
static void switch_on_fork(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), forked, failed, child, parent;

	(void)state;
	begin_main(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	forked = call_named(b, "fork");
	block_if(b, 0, forked, FACT__OP__OP_EQ, -1);
	failed = write_env(b);
	return_number(b, 1);
	block_if(b, 0, forked, FACT__OP__OP_EQ, 0);
	child = write_env(b);
	call_named(b, "_exit");
	build_edge(b, 0, build_block(b))->is_default = true;
	parent = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", failed, "threaded");
	assert_phases(f, "main", child, "single+child");
	assert_phases(f, "main", parent, "threaded");
	end(f);
}

static void a_child_starts_threads(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), forked, child;

	(void)state;
	begin_main(b);
	forked = call_named(b, "fork");
	block_if(b, 0, forked, FACT__OP__OP_GT, 0);
	call_named(b, "exit");
	block_if(b, 0, forked, FACT__OP__OP_LE, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	child = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", child, "threaded");
	assert_phases(f, "worker", 0, "threaded+thread");
	end(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fork_from_a_single_thread),
		cmocka_unit_test(fork_from_a_thread),
		cmocka_unit_test(fork_in_a_wrapper),
		cmocka_unit_test(fork_wrapper_that_tests),
		cmocka_unit_test(fork_result_in_a_field),
		cmocka_unit_test(child_helper_never_returns),
		cmocka_unit_test(switch_on_fork),
		cmocka_unit_test(a_child_starts_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
