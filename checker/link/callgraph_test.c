/* Calls by name, through pointers, by libraries, and on threads; what returns; what is loose. */
#include "link/link_test.h"

struct fixture {
	struct arena arena;
	struct fact_builder b;
	struct program_set set;
	const struct program *program;
};

static void begin(struct fixture *x)
{
	*x = (struct fixture){ 0 };
	build_unit(&x->b, &x->arena, "/p/a.c");
}

static void linked(struct fixture *x)
{
	x->program = link_one(&x->set, (struct fact_builder *[]){ &x->b }, 1);
}

static void end(struct fixture *x)
{
	programs_release(&x->set);
	arena_release(&x->arena);
}

/* A function with nothing in it. */
static uint32_t build_leaf(struct fact_builder *b, const char *name, uint32_t parameters)
{
	uint32_t symbol = build_function(b, name, EXTERNAL, parameters);

	b->unit->symbols[symbol]->address_taken = true;
	build_return(b, 0);
	return symbol;
}

static void pointer_in_a_field(void **state)
{
	struct fixture x;
	uint32_t record, good, other;
	(void)state;

	begin(&x);
	record = build_record(&x.b, "struct ops", "open", "close", NULL);
	good = build_leaf(&x.b, "good", 1);
	other = build_leaf(&x.b, "other", 1);
	build_function(&x.b, "setup", EXTERNAL, 1);
	build_store(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 0), build_address(&x.b, good));
	build_store(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 1), build_address(&x.b, other));
	build_function(&x.b, "main", EXTERNAL, 1);
	build_call_through(&x.b, build_load(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 0)), 1,
			   build_int(&x.b, 1));
	linked(&x);
	assert_string_equal(edges_at(x.program, "main", 0), "pointer good");
	end(&x);
}

static void pointer_in_a_table(void **state)
{
	struct fixture x;
	uint32_t record, table;
	(void)state;

	begin(&x);
	record = build_record(&x.b, "struct command", "run", NULL);
	table = build_variable(&x.b, "table", INTERNAL, true);
	build_static_init(&x.b, table, record, 0, build_leaf(&x.b, "first", 0));
	build_static_init(&x.b, table, record, 0, build_leaf(&x.b, "second", 0));
	build_static_init(&x.b, table, record, 0, build_extern(&x.b, "abort"));
	build_function(&x.b, "main", EXTERNAL, 1);
	build_call_through(&x.b,
			   build_load(&x.b, build_field(&x.b,
							build_element(&x.b, build_address(&x.b, table),
								      build_param(&x.b, 0)),
							record, 0)),
			   0);
	linked(&x);
	assert_string_equal(edges_at(x.program, "main", 0), "pointer first, pointer second, pointer abort");
	end(&x);
}

/* handler table[]; handler *row = table; row[0](); */
static void table_behind_a_pointer(void **state)
{
	struct fixture x;
	uint32_t table, row;
	(void)state;

	begin(&x);
	table = build_variable(&x.b, "table", INTERNAL, true);
	row = build_variable(&x.b, "row", INTERNAL, true);
	build_static_init(&x.b, row, 0, BUILD_NO_FIELD, table);
	build_static_init(&x.b, table, 0, BUILD_NO_FIELD, build_leaf(&x.b, "first", 0));
	build_leaf(&x.b, "unrelated", 0);
	build_function(&x.b, "main", EXTERNAL, 0);
	build_call_through(&x.b, build_load(&x.b, build_load(&x.b, build_address(&x.b, row))), 0);
	linked(&x);
	assert_string_equal(edges_at(x.program, "main", 0), "pointer first");
	end(&x);
}

static void pointer_as_parameter_and_result(void **state)
{
	struct fixture x;
	uint32_t handler, choose, apply;
	(void)state;

	begin(&x);
	handler = build_leaf(&x.b, "handler", 0);
	build_leaf(&x.b, "unrelated", 0);
	choose = build_function(&x.b, "choose", INTERNAL, 0);
	build_return(&x.b, build_address(&x.b, handler));
	apply = build_function(&x.b, "apply", INTERNAL, 1);
	build_call_through(&x.b, build_cast(&x.b, build_param(&x.b, 0), BUILD_FUNCTION_POINTER), 0);
	build_function(&x.b, "main", EXTERNAL, 0);
	build_call(&x.b, choose, 0);
	build_call(&x.b, apply, 1, build_result(&x.b, 0));
	linked(&x);
	assert_string_equal(edges_at(x.program, "apply", 0), "pointer handler");
	end(&x);
}

static void unknown_pointer_is_matched_by_type(void **state)
{
	struct fixture x;
	uint32_t fits, not_taken;
	(void)state;

	begin(&x);
	fits = build_leaf(&x.b, "fits", 1);
	build_leaf(&x.b, "two_parameters", 2);
	not_taken = build_leaf(&x.b, "not_taken", 1);
	x.b.unit->symbols[not_taken]->address_taken = false;
	build_leaf(&x.b, "number", 1);
	x.b.function->parameter_types[0] = BUILD_INT;
	build_leaf(&x.b, "returns_nothing", 1);
	x.b.function->return_type = BUILD_VOID;
	build_function(&x.b, "main", EXTERNAL, 1);
	build_call_through(&x.b, build_cast(&x.b, build_param(&x.b, 0), BUILD_FUNCTION_POINTER), 1,
			   build_param(&x.b, 0));
	linked(&x);
	(void)fits;
	assert_string_equal(edges_at(x.program, "main", 0), "maybe fits");
	assert_true(x.program->calls.items[0].maybe);
	end(&x);
}

static void what_a_guess_hands_over_is_a_guess(void **state)
{
	struct fixture x;
	uint32_t worker;
	(void)state;

	begin(&x);
	worker = build_leaf(&x.b, "worker", 2);
	build_leaf(&x.b, "spawn", 1);
	build_call(&x.b, build_extern(&x.b, "pthread_create"), 4, build_int(&x.b, 0), build_int(&x.b, 0),
		   build_param(&x.b, 0), build_int(&x.b, 0));
	build_function(&x.b, "main", EXTERNAL, 1);
	build_call_through(&x.b, build_cast(&x.b, build_param(&x.b, 0), BUILD_FUNCTION_POINTER), 1,
			   build_address(&x.b, worker));
	linked(&x);
	assert_string_equal(edges_at(x.program, "main", 0), "maybe spawn");
	assert_string_equal(edges_at(x.program, "spawn", 1), "direct pthread_create, thread worker?");
	end(&x);
}

static void thread_by_wrapper_and_field(void **state)
{
	struct fixture x;
	uint32_t record, worker, trampoline, create, spawn, start;
	(void)state;

	begin(&x);
	record = build_record(&x.b, "struct start", "entry", "argument", NULL);
	create = build_extern(&x.b, "pthread_create");
	worker = build_leaf(&x.b, "worker", 1);
	trampoline = build_function(&x.b, "trampoline", INTERNAL, 1);
	build_call_through(&x.b, build_load(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 0)), 1,
			   build_load(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 1)));
	/* spawn(start, entry): start->entry = entry; pthread_create(…, trampoline, start) */
	spawn = build_function(&x.b, "spawn", INTERNAL, 2);
	build_store(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 0), build_param(&x.b, 1));
	build_call(&x.b, create, 4, build_int(&x.b, 0), build_int(&x.b, 0), build_address(&x.b, trampoline),
		   build_param(&x.b, 0));
	/* plain(entry): pthread_create(…, entry, 0) */
	start = build_function(&x.b, "plain", INTERNAL, 1);
	build_call(&x.b, create, 4, build_int(&x.b, 0), build_int(&x.b, 0), build_param(&x.b, 0),
		   build_int(&x.b, 0));
	build_function(&x.b, "main", EXTERNAL, 0);
	build_call(&x.b, spawn, 2, build_local(&x.b, build_object(&x.b, "start")), build_address(&x.b, worker));
	build_call(&x.b, start, 1, build_address(&x.b, worker));
	linked(&x);
	assert_string_equal(edges_at(x.program, "spawn", 1), "direct pthread_create, thread trampoline");
	assert_string_equal(edges_at(x.program, "trampoline", 0), "pointer worker");
	assert_string_equal(edges_at(x.program, "plain", 0), "direct pthread_create, thread worker");
	assert_int_equal(x.program->loose.len, 0);
	end(&x);
}

static void creator_behind_a_pointer(void **state)
{
	struct fixture x;
	uint32_t worker, hook;
	(void)state;

	begin(&x);
	worker = build_leaf(&x.b, "worker", 1);
	hook = build_variable(&x.b, "hook", EXTERNAL, true);
	build_static_init(&x.b, hook, 0, BUILD_NO_FIELD, build_extern(&x.b, "pthread_create"));
	build_function(&x.b, "main", EXTERNAL, 0);
	build_call_through(&x.b, build_load(&x.b, build_address(&x.b, hook)), 4, build_int(&x.b, 0),
			   build_int(&x.b, 0), build_address(&x.b, worker), build_int(&x.b, 0));
	linked(&x);
	assert_string_equal(edges_at(x.program, "main", 0), "pointer pthread_create, thread worker");
	assert_null(program_library_callee(x.program, find_function(x.program, "main"), 0));
	end(&x);
}

static void timer_thread_in_a_structure(void **state)
{
	struct fixture x;
	uint32_t record, tick, event;
	(void)state;

	begin(&x);
	record = build_record(&x.b, "struct sigevent", "sigev_notify", "function", NULL);
	tick = build_leaf(&x.b, "tick", 1);
	build_function(&x.b, "main", EXTERNAL, 0);
	event = build_local(&x.b, build_object(&x.b, "event"));
	build_store(&x.b, build_field(&x.b, event, record, 1), build_address(&x.b, tick));
	build_call(&x.b, build_extern(&x.b, "timer_create"), 3, build_int(&x.b, 0), event, build_int(&x.b, 0));
	linked(&x);
	assert_string_equal(edges_at(x.program, "main", 1), "direct timer_create, thread tick");
	end(&x);
}

static void libraries_run_what_they_are_handed(void **state)
{
	struct fixture x;
	uint32_t now, later, either, loose;
	(void)state;

	begin(&x);
	now = build_leaf(&x.b, "now", 2);
	later = build_leaf(&x.b, "later", 0);
	either = build_leaf(&x.b, "either", 3);
	loose = build_leaf(&x.b, "loose", 5);
	build_function(&x.b, "main", EXTERNAL, 0);
	build_call(&x.b, build_extern(&x.b, "qsort"), 4, build_int(&x.b, 0), build_int(&x.b, 0), build_int(&x.b, 0),
		   build_address(&x.b, now));
	build_call(&x.b, build_extern(&x.b, "atexit"), 1, build_address(&x.b, later));
	build_call(&x.b, build_extern(&x.b, "unheard_of"), 2, build_int(&x.b, 0), build_address(&x.b, either));
	linked(&x);
	assert_string_equal(edges_at(x.program, "main", 0), "direct qsort, runs now");
	assert_string_equal(edges_at(x.program, "main", 1), "direct atexit, later later");
	assert_string_equal(edges_at(x.program, "main", 2), "direct unheard_of, runs either, later either");
	assert_int_equal(x.program->loose.len, 1);
	assert_int_equal(x.program->loose.items[0], program_function(x.program, x.b.unit, loose)->id);
	end(&x);
}

static void loose_circle_is_entered_once(void **state)
{
	struct fixture x;
	uint32_t ping, pong, dead;
	(void)state;

	begin(&x);
	ping = build_leaf(&x.b, "ping", 7);
	pong = build_extern(&x.b, "pong");
	build_call(&x.b, pong, 0);
	build_body(&x.b, pong, 7);
	x.b.unit->symbols[pong]->address_taken = true;
	build_call(&x.b, ping, 0);
	dead = build_function(&x.b, "dead", EXTERNAL, 0);
	build_function(&x.b, "main", EXTERNAL, 0);
	linked(&x);
	(void)dead;
	assert_int_equal(x.program->loose.len, 1);
	assert_string_equal(x.program->functions.items[x.program->loose.items[0]].name, "ping");
	end(&x);
}

static void too_many_values_become_any(void **state)
{
	struct fixture x;
	uint32_t global, functions[100];
	size_t count;
	(void)state;

	begin(&x);
	global = build_variable(&x.b, "hook", EXTERNAL, true);
	for (int i = 0; i < 100; i++)
		functions[i] = build_leaf(&x.b, arena_printf(&x.arena, "f%d", i), 0);
	build_function(&x.b, "main", EXTERNAL, 0);
	for (int i = 0; i < 100; i++)
		build_store(&x.b, build_address(&x.b, global), build_address(&x.b, functions[i]));
	build_call_through(&x.b, build_cast(&x.b, build_load(&x.b, build_address(&x.b, global)),
					    BUILD_FUNCTION_POINTER),
			   0);
	linked(&x);
	const struct call *calls = program_calls_at(x.program, find_function(x.program, "main"), 100, &count);
	assert_int_equal(count, 100);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(calls[i].how, CALL_MAYBE);
	end(&x);
}

static void overrides(struct fixture *x, uint32_t method)
{
	uint32_t *overridden = arena_new(&x->arena, uint32_t);

	*overridden = method;
	x->b.function->overrides = overridden;
	x->b.function->n_overrides = 1;
}

static void dynamic_dispatch(void **state)
{
	struct fixture x;
	uint32_t base, event;
	(void)state;

	begin(&x);
	base = build_function(&x.b, "Task::run", EXTERNAL, 1);
	build_function(&x.b, "Copy::run", EXTERNAL, 1);
	overrides(&x, base);
	build_function(&x.b, "Other::run", EXTERNAL, 1);
	build_function(&x.b, "main", EXTERNAL, 0);
	event = build_call(&x.b, base, 1, build_int(&x.b, 0));
	x.b.function->events[event]->is_virtual = true;
	linked(&x);
	assert_string_equal(edges_at(x.program, "main", 0), "maybe Task::run, maybe Copy::run");
	end(&x);
}

/* A method without a body is that of the one class that has it. */
static void dynamic_dispatch_to_the_only_one(void **state)
{
	struct fixture x;
	uint32_t base, event;
	(void)state;

	begin(&x);
	base = build_extern(&x.b, "Task::run");
	build_function(&x.b, "Copy::run", EXTERNAL, 1);
	overrides(&x, base);
	build_function(&x.b, "main", EXTERNAL, 0);
	event = build_call(&x.b, base, 1, build_int(&x.b, 0));
	x.b.function->events[event]->is_virtual = true;
	linked(&x);
	assert_string_equal(edges_at(x.program, "main", 0), "pointer Copy::run");
	end(&x);
}

static bool returns(const struct fixture *x, const char *name)
{
	return program_returns(x->program, find_function(x->program, name));
}

static void what_returns(void **state)
{
	struct fixture x;
	uint32_t die, exit_symbol, even, odd, block;
	(void)state;

	begin(&x);
	exit_symbol = build_extern(&x.b, "exit");
	die = build_function(&x.b, "die", EXTERNAL, 0);
	build_call(&x.b, exit_symbol, 1, build_int(&x.b, 1));
	build_return(&x.b, 0);
	build_function(&x.b, "fatal", EXTERNAL, 0);
	build_call(&x.b, die, 0);
	build_return(&x.b, 0);
	build_function(&x.b, "check", EXTERNAL, 1);
	block = build_block(&x.b);
	build_call(&x.b, die, 0);
	build_return(&x.b, 0);
	build_edge(&x.b, 0, block);
	block = build_block(&x.b);
	build_return(&x.b, 0);
	build_edge(&x.b, 0, block);
	build_function(&x.b, "forever", EXTERNAL, 0);
	build_edge(&x.b, 0, 0);
	build_function(&x.b, "while_one", EXTERNAL, 0);
	block = build_block(&x.b);
	build_return(&x.b, 0);
	build_edge_if(&x.b, 0, 0, build_int(&x.b, 1), FACT__OP__OP_NE, build_int(&x.b, 0));
	build_edge_if(&x.b, 0, block, build_int(&x.b, 1), FACT__OP__OP_EQ, build_int(&x.b, 0));
	odd = build_extern(&x.b, "odd");
	even = build_function(&x.b, "even", EXTERNAL, 0);
	build_call(&x.b, odd, 0);
	build_return(&x.b, 0);
	build_body(&x.b, odd, 0);
	build_call(&x.b, even, 0);
	build_return(&x.b, 0);
	build_function(&x.b, "partial", EXTERNAL, 0);
	x.b.function->partial = true;
	linked(&x);
	assert_false(returns(&x, "die"));
	assert_false(returns(&x, "fatal"));
	assert_true(returns(&x, "check"));
	assert_false(returns(&x, "forever"));
	assert_false(returns(&x, "while_one"));
	assert_true(returns(&x, "even"));
	assert_true(returns(&x, "partial"));
	end(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pointer_in_a_field),
		cmocka_unit_test(pointer_in_a_table),
		cmocka_unit_test(table_behind_a_pointer),
		cmocka_unit_test(pointer_as_parameter_and_result),
		cmocka_unit_test(unknown_pointer_is_matched_by_type),
		cmocka_unit_test(what_a_guess_hands_over_is_a_guess),
		cmocka_unit_test(thread_by_wrapper_and_field),
		cmocka_unit_test(creator_behind_a_pointer),
		cmocka_unit_test(timer_thread_in_a_structure),
		cmocka_unit_test(libraries_run_what_they_are_handed),
		cmocka_unit_test(loose_circle_is_entered_once),
		cmocka_unit_test(too_many_values_become_any),
		cmocka_unit_test(dynamic_dispatch),
		cmocka_unit_test(dynamic_dispatch_to_the_only_one),
		cmocka_unit_test(what_returns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
