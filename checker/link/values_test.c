/* Value traces across calls, memory and casts, with what is known of the number. */
#include "link/link_test.h"
#include "link/values.h"

#include <inttypes.h>

struct fixture {
	struct arena arena;
	struct fact_builder b;
	struct program_set set;
	const struct program *program;
	struct strbuf seen;
	size_t sources, stop_after;
};

static void begin(struct fixture *x)
{
	*x = (struct fixture){ 0 };
	build_unit(&x->b, &x->arena, "/p/a.c");
}

static void end(struct fixture *x)
{
	strbuf_release(&x->seen);
	programs_release(&x->set);
	arena_release(&x->arena);
}

/* Each source as "function expression [low..high] computed via caller#event". */
static bool note(void *data, const struct value_source *source)
{
	struct fixture *x = data;
	const Fact__Origin *origin = values_source_origin(source);

	strbuf_addf(&x->seen, "%s%s ", x->sources ? "; " : "", source->function->name);
	if (!source->init)
		facts_print_origin(source->function->unit, source->function->facts, source->origin, &x->seen);
	else
		strbuf_addf(&x->seen, "init %s", values_source_unit(source)->symbols[origin->symbol]->name);
	if (source->has_range)
		strbuf_addf(&x->seen, " [%" PRId64 "..%" PRId64 "]", source->low, source->high);
	strbuf_addstr(&x->seen, source->computed ? " computed" : "");
	strbuf_addstr(&x->seen, source->maybe ? " maybe" : "");
	for (size_t i = 0; i < source->hop_count; i++)
		strbuf_addf(&x->seen, " via %s#%" PRIu32, source->hops[i].function->name, source->hops[i].event);
	x->sources++;
	return x->sources != x->stop_after;
}

static const char *trace(struct fixture *x, const char *function, const Fact__Operand *operand)
{
	if (!x->program)
		x->program = link_one(&x->set, (struct fact_builder *[]){ &x->b }, 1);
	strbuf_cut(&x->seen, 0);
	x->sources = 0;
	values_trace(x->program, find_function(x->program, function), operand, note, x);
	return strbuf_text(&x->seen);
}

static const char *trace_origin(struct fixture *x, const char *function, uint32_t origin)
{
	return trace(x, function, &(Fact__Operand){ .origin = origin });
}

static void parameter_goes_to_all_callers(void **state)
{
	struct fixture x;
	uint32_t inner, outer, value;
	(void)state;

	begin(&x);
	inner = build_function(&x.b, "inner", EXTERNAL, 1);
	value = build_param(&x.b, 0);
	outer = build_function(&x.b, "outer", EXTERNAL, 1);
	build_call(&x.b, inner, 1, build_param(&x.b, 0));
	build_function(&x.b, "main", EXTERNAL, 0);
	build_call(&x.b, inner, 1, build_int(&x.b, 7));
	build_call(&x.b, outer, 1, build_string(&x.b, "text"));
	assert_string_equal(trace_origin(&x, "inner", value),
			    "main \"text\" via outer#0 via main#1; main 7 via main#0");
	end(&x);
}

static void ranges_meet_on_the_way(void **state)
{
	struct fixture x;
	uint32_t check, event, low, high;
	Fact__Operand use = { .has_range = true, .low = -1, .high = 1000 };
	(void)state;

	begin(&x);
	check = build_function(&x.b, "check", EXTERNAL, 1);
	use.origin = build_param(&x.b, 0);
	build_function(&x.b, "main", EXTERNAL, 0);
	event = build_call(&x.b, build_extern(&x.b, "fgetc"), 1, build_int(&x.b, 0));
	low = build_call(&x.b, check, 1, build_result(&x.b, event));
	build_range(x.b.function->events[low]->args[0], 10, 5000);
	high = build_call(&x.b, check, 1, build_result(&x.b, event));
	build_range(x.b.function->events[high]->args[0], 2000, 5000);
	build_call(&x.b, check, 1, build_result(&x.b, event));
	assert_string_equal(trace(&x, "check", &use), "main result(#0 fgetc) [10..255] via main#1; "
						      "main result(#0 fgetc) [-1..255] via main#3");
	end(&x);
}

static void casts_that_change_it_are_computed(void **state)
{
	struct fixture x;
	uint32_t character, narrowed, kept, sum;
	(void)state;

	begin(&x);
	build_function(&x.b, "main", EXTERNAL, 1);
	character = build_load(&x.b, build_param(&x.b, 0));
	x.b.function->origins[character]->type = BUILD_CHAR;
	narrowed = build_cast(&x.b, build_cast(&x.b, character, BUILD_UCHAR), BUILD_INT);
	kept = build_cast(&x.b, character, BUILD_INT);
	sum = build_binary(&x.b, build_union(&x.b, kept, build_param(&x.b, 0)), FACT__OP__OP_ADD,
			   build_int(&x.b, 1));
	assert_string_equal(trace_origin(&x, "main", narrowed), "main load(param(0)) [0..255] computed");
	assert_string_equal(trace_origin(&x, "main", kept), "main load(param(0))");
	assert_string_equal(trace_origin(&x, "main", sum), "main load(param(0)) computed; main param(0) computed");
	end(&x);
}

static void result_comes_back_to_its_own_call(void **state)
{
	struct fixture x;
	uint32_t same, copy, value;
	(void)state;

	begin(&x);
	same = build_function(&x.b, "same", EXTERNAL, 1);
	build_return(&x.b, build_param(&x.b, 0));
	build_function(&x.b, "main", EXTERNAL, 0);
	build_call(&x.b, same, 1, build_int(&x.b, 1));
	build_call(&x.b, same, 1, build_int(&x.b, 2));
	copy = build_call(&x.b, build_extern(&x.b, "strcpy"), 2, build_result(&x.b, 1), build_int(&x.b, 3));
	value = build_result(&x.b, copy);
	assert_string_equal(trace_origin(&x, "main", value), "main 2 via main#1");
	end(&x);
}

static void recursion_ends(void **state)
{
	struct fixture x;
	uint32_t self, value;
	(void)state;

	begin(&x);
	self = build_function(&x.b, "self", EXTERNAL, 1);
	build_call(&x.b, self, 1, build_binary(&x.b, build_param(&x.b, 0), FACT__OP__OP_SUB, build_int(&x.b, 1)));
	value = build_union(&x.b, build_result(&x.b, 0), build_param(&x.b, 0));
	x.b.function->origins[value]->args[1] = value; /* a union of itself */
	build_return(&x.b, value);
	build_function(&x.b, "main", EXTERNAL, 0);
	build_call(&x.b, self, 1, build_int(&x.b, 5));
	trace_origin(&x, "self", value);
	assert_true(x.sources > 0 && x.sources < 100);
	assert_non_null(strstr(strbuf_text(&x.seen), "unknown"));
	end(&x);
}

static void memory_gives_what_was_stored(void **state)
{
	struct fixture x;
	uint32_t record, name, config, through_pointer, of_global, never_written, plain;
	(void)state;

	begin(&x);
	record = build_record(&x.b, "struct config", "path", "user", NULL);
	name = build_variable(&x.b, "name", INTERNAL, true);
	config = build_variable(&x.b, "config", EXTERNAL, true);
	build_static_init(&x.b, config, record, 0, name);
	build_function(&x.b, "set", EXTERNAL, 1);
	build_store(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 0), build_string(&x.b, "pointer"));
	build_store(&x.b, build_field(&x.b, build_address(&x.b, config), record, 0), build_string(&x.b, "global"));
	build_store(&x.b, build_field(&x.b, build_local(&x.b, build_object(&x.b, "own")), record, 0),
		    build_string(&x.b, "local"));
	build_store(&x.b, build_element(&x.b, build_address(&x.b, name), build_param(&x.b, 0)), build_int(&x.b, 9));
	build_function(&x.b, "get", EXTERNAL, 1);
	through_pointer = build_load(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 0));
	of_global = build_load(&x.b, build_field(&x.b, build_address(&x.b, config), record, 0));
	never_written = build_load(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 1));
	plain = build_load(&x.b, build_address(&x.b, name));
	assert_string_equal(trace_origin(&x, "get", through_pointer),
			    "get init name; set \"pointer\"; set \"global\"; set \"local\"");
	assert_string_equal(trace_origin(&x, "get", of_global), "get init name; set \"pointer\"; set \"global\"");
	assert_string_equal(trace_origin(&x, "get", never_written), "get load(field(user, param(0)))");
	assert_string_equal(trace_origin(&x, "get", plain), "set 9");
	end(&x);
}

static void a_visit_can_stop_it(void **state)
{
	struct fixture x;
	uint32_t value;
	(void)state;

	begin(&x);
	build_function(&x.b, "main", EXTERNAL, 0);
	value = build_union(&x.b, build_int(&x.b, 1), build_int(&x.b, 2));
	x.stop_after = 1;
	assert_string_equal(trace_origin(&x, "main", value), "main 1");
	end(&x);
}

static void entry_gets_the_creators_last_argument(void **state)
{
	struct fixture x;
	uint32_t worker, value;
	(void)state;

	begin(&x);
	worker = build_function(&x.b, "worker", EXTERNAL, 1);
	value = build_param(&x.b, 0);
	build_function(&x.b, "main", EXTERNAL, 0);
	build_call(&x.b, build_extern(&x.b, "pthread_create"), 4, build_int(&x.b, 0), build_int(&x.b, 0),
		   build_address(&x.b, worker), build_string(&x.b, "job"));
	build_call(&x.b, build_extern(&x.b, "atexit"), 1, build_address(&x.b, worker));
	assert_string_equal(trace_origin(&x, "worker", value), "main \"job\" via main#0");
	end(&x);
}

static const char *key(struct fixture *x, const char *function, uint32_t origin)
{
	return values_place_key(x->program, find_function(x->program, function), origin, &x->arena);
}

static void keys_of_places(void **state)
{
	struct fixture x;
	uint32_t record, outer, pool, hidden, field, of_global, local, element, heap, join, nested, one_of_two;
	(void)state;

	begin(&x);
	record = build_record(&x.b, "struct pool", "tid", NULL);
	outer = build_record(&x.b, "struct server", "pool", NULL);
	pool = build_variable(&x.b, "pool", EXTERNAL, true);
	hidden = build_variable(&x.b, "hidden", INTERNAL, true);
	build_function(&x.b, "main", EXTERNAL, 1);
	build_call(&x.b, build_extern(&x.b, "malloc"), 0);
	field = build_element(&x.b, build_field(&x.b, build_param(&x.b, 0), record, 0), build_int(&x.b, 3));
	of_global = build_field(&x.b, build_address(&x.b, pool), record, 0);
	nested = build_field(&x.b, build_field(&x.b, build_address(&x.b, pool), outer, 0), record, 0);
	local = build_local(&x.b, build_object(&x.b, "tid"));
	element = build_element(&x.b, build_load(&x.b, of_global), build_int(&x.b, 1));
	heap = build_cast(&x.b, build_result(&x.b, 0), BUILD_POINTER);
	join = build_union(&x.b, local, local);
	one_of_two = build_union(&x.b, local, of_global);
	hidden = build_address(&x.b, hidden);
	x.program = link_one(&x.set, (struct fact_builder *[]){ &x.b }, 1);
	assert_string_equal(key(&x, "main", field), "field struct pool.tid");
	assert_string_equal(key(&x, "main", of_global), "global pool.tid");
	assert_string_equal(key(&x, "main", nested), "global pool.pool.tid");
	assert_string_equal(key(&x, "main", local), "local main@0#0");
	assert_string_equal(key(&x, "main", element), "global pool.tid*");
	assert_string_equal(key(&x, "main", heap), "result main@0#0");
	assert_string_equal(key(&x, "main", join), "local main@0#0");
	assert_string_equal(key(&x, "main", one_of_two), "");
	assert_string_equal(key(&x, "main", hidden), "global hidden@/p/a.c#1");
	assert_string_equal(key(&x, "main", 0), "");
	end(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parameter_goes_to_all_callers),
		cmocka_unit_test(ranges_meet_on_the_way),
		cmocka_unit_test(casts_that_change_it_are_computed),
		cmocka_unit_test(result_comes_back_to_its_own_call),
		cmocka_unit_test(recursion_ends),
		cmocka_unit_test(memory_gives_what_was_stored),
		cmocka_unit_test(a_visit_can_stop_it),
		cmocka_unit_test(entry_gets_the_creators_last_argument),
		cmocka_unit_test(keys_of_places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
