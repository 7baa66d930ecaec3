/* Where phases begin and end: recursion, libraries, constructors, exit handlers, callbacks, limits. */
#include "link/phase_fixture.h"

/* void step(void) { if (…) { step(); setenv(); } else start a thread } */
static void recursion_ends(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), step, more, inner, deep, after;

	(void)state;
	step = build_function(b, "step", INTERNAL, 0);
	more = call_named(b, "more");
	block_if(b, 0, more, FACT__OP__OP_NE, 0);
	inner = write_env(b);
	build_call(b, step, 0);
	deep = write_env(b);
	return_number(b, 0);
	block_if(b, 0, more, FACT__OP__OP_EQ, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	begin_main(b);
	build_call(b, step, 0);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "step", inner, "single");
	assert_phases(f, "step", deep, "threaded");
	assert_phases(f, "main", after, "threaded");
	end(f);
}

static void mutual_recursion_ends(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), even = build_symbol(b, "even", true, INTERNAL), odd, more, written, after;

	(void)state;
	odd = build_function(b, "odd", INTERNAL, 0);
	build_call(b, even, 0);
	written = write_env(b);
	return_number(b, 0);
	build_body(b, even, 0);
	more = call_named(b, "more");
	block_if(b, 0, more, FACT__OP__OP_NE, 0);
	build_call(b, odd, 0);
	return_number(b, 0);
	block_if(b, 0, more, FACT__OP__OP_EQ, 0);
	create(b, build_local(b, build_object(b, "tid")), entry);
	return_number(b, 0);
	begin_main(b);
	build_call(b, odd, 0);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "odd", written, "threaded");
	assert_phases(f, "main", after, "threaded");
	end(f);
}

static void library_without_main(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t hidden, entry = worker(b), before, after;

	(void)state;
	hidden = build_function(b, "unused", INTERNAL, 0);
	write_env(b);
	return_number(b, 0);
	build_function(b, "lib_open", EXTERNAL, 0);
	before = write_env(b);
	create(b, build_local(b, build_object(b, "tid")), entry);
	after = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "lib_open", before, "unknown");
	assert_phases(f, "lib_open", after, "threaded");
	assert_phases(f, "unused", 0, "");
	assert_true(hidden > 0);
	end(f);
}

/* atexit(cleanup), and threads that are joined before main ends: a single thread runs it. */
static void exit_handlers_run_at_the_end(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), cleanup, tid;

	(void)state;
	cleanup = build_function(b, "cleanup", INTERNAL, 0);
	write_env(b);
	return_number(b, 0);
	begin_main(b);
	build_call(b, build_extern(b, "atexit"), 1, build_address(b, cleanup));
	tid = build_local(b, build_object(b, "tid"));
	create(b, tid, entry);
	join(b, tid);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "cleanup", 0, "single");
	end(f);
}

/* signal(1, reload), then a thread that stays: it may run before or after. */
static void kept_callbacks_run_later(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), reload, kept, tid, made;

	(void)state;
	reload = build_function(b, "reload", INTERNAL, 1);
	write_env(b);
	return_number(b, 0);
	begin_main(b);
	kept = build_call(b, build_extern(b, "signal"), 2, build_int(b, 1), build_address(b, reload));
	tid = build_local(b, build_object(b, "tid"));
	made = create(b, tid, entry);
	build_call(b, build_extern(b, "pthread_detach"), 1, build_load(b, tid));
	return_number(b, 0);
	linked(f);
	assert_phases(f, "reload", 0, "single threaded");
	assert_witness(f, "reload", 0,
		       "/p/main.c:%u thread that runs 'worker' started here;/p/main.c:%u 'main' registers 'reload';",
		       line_of(b, made), line_of(b, kept));
	end(f);
}

/* The address of `callback` only goes where nothing is known of: into a table of another library. */
static void loose_callbacks_are_guessed(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), callback, table;

	(void)state;
	callback = build_function(b, "callback", INTERNAL, 0);
	b->unit->symbols[callback]->address_taken = true;
	write_env(b);
	return_number(b, 0);
	table = build_variable(b, "library_table", EXTERNAL, false);
	begin_main(b);
	build_store(b, build_address(b, table), build_address(b, callback));
	create(b, build_local(b, build_object(b, "tid")), entry);
	call_named(b, "library_run");
	return_number(b, 0);
	linked(f);
	assert_phases(f, "callback", 0, "single+maybe threaded+maybe");
	end(f);
}

static void constructors_run_before_main(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), made, written;

	(void)state;
	build_function(b, "init", INTERNAL, 0);
	b->function->constructor = true;
	written = write_env(b);
	made = create(b, build_local(b, build_object(b, "tid")), entry);
	made = line_of(b, made);
	build_return(b, 0);
	begin_main(b);
	write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "init", written, "single");
	assert_phases(f, "main", 0, "threaded");
	assert_witness(f, "main", 0, "/p/main.c:%u thread that runs 'worker' started here;", made);
	end(f);
}

/* More threads with handles of their own than are told apart, in more ways than a set holds. */
static void many_handles_collapse(void **state)
{
	struct fixture *f = begin();
	struct fact_builder *b = &f->units[MAIN];
	uint32_t entry = worker(b), at = 0, last;

	(void)state;
	begin_main(b);
	for (int i = 0; i < 40; i++) {
		uint32_t made = build_block(b);

		build_edge(b, at, made);
		create(b, build_local(b, build_object(b, "tid")), entry);
		last = build_block(b);
		build_edge(b, at, last);
		build_edge(b, made, last);
		at = last;
	}
	last = write_env(b);
	return_number(b, 0);
	linked(f);
	assert_phases(f, "main", last, "single threaded");
	end(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recursion_ends),
		cmocka_unit_test(mutual_recursion_ends),
		cmocka_unit_test(library_without_main),
		cmocka_unit_test(exit_handlers_run_at_the_end),
		cmocka_unit_test(kept_callbacks_run_later),
		cmocka_unit_test(loose_callbacks_are_guessed),
		cmocka_unit_test(constructors_run_before_main),
		cmocka_unit_test(many_handles_collapse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
