/* Programs guessed from symbols, and what symbols come to name. */
#include "link/link_test.h"

static const char *unit_names(const struct program *program)
{
	struct strbuf out = { 0 };
	const char *text;

	for (size_t i = 0; i < program->units.len; i++)
		strbuf_addf(&out, "%s%s", i ? " " : "", program->units.items[i]->main_file);
	text = arena_strdup(program->arena, strbuf_text(&out));
	strbuf_release(&out);
	return text;
}

/* A unit with one external function that calls the named ones. */
static void build_caller(struct fact_builder *b, struct arena *arena, const char *file, const char *name,
			 const char *callee, const char *other)
{
	build_unit(b, arena, file);
	build_function(b, name, EXTERNAL, 0);
	if (callee)
		build_call(b, build_extern(b, callee), 0);
	if (other)
		build_call(b, build_extern(b, other), 0);
	build_return(b, 0);
}

static void a_module_belongs_to_the_program_that_loads_it(void **state)
{
	struct arena arena = { 0 };
	struct fact_builder b[5];
	Fact__Unit *units[5];
	struct program_set set = { 0 };
	const struct program *server;
	(void)state;

	build_caller(&b[0], &arena, "/p/server.c", "main", "dlopen", "log_line");
	build_caller(&b[1], &arena, "/p/client.c", "main", "puts", NULL);
	build_caller(&b[2], &arena, "/p/log.c", "log_line", "puts", NULL);
	build_caller(&b[3], &arena, "/p/module.c", "module_start", "log_line", NULL);
	build_caller(&b[4], &arena, "/p/other.c", "other", "puts", NULL);
	for (int i = 0; i < 5; i++)
		units[i] = b[i].unit;
	link_all(&arena, units, 5, false, "/p", &set);
	assert_int_equal(set.programs.len, 3);
	assert_string_equal(unit_names(set.programs.items[0]), "/p/client.c");
	assert_string_equal(unit_names(set.programs.items[1]), "/p/other.c");
	server = set.programs.items[2];
	assert_string_equal(unit_names(server), "/p/server.c /p/log.c /p/module.c");
	assert_int_equal(server->loose.len, 1);
	assert_string_equal(server->functions.items[server->loose.items[0]].name, "module_start");
	programs_release(&set);
	arena_release(&arena);
}

static void two_mains_share_a_unit(void **state)
{
	struct arena arena = { 0 };
	struct fact_builder b[6];
	Fact__Unit *units[6];
	struct program_set set = { 0 };
	(void)state;

	build_caller(&b[0], &arena, "/p/src/server.c", "main", "log_line", "serve");
	build_caller(&b[1], &arena, "/p/src/client.c", "main", "log_line", NULL);
	build_caller(&b[2], &arena, "/p/src/serve.c", "serve", "accept_one", NULL);
	build_caller(&b[3], &arena, "/p/src/log.c", "log_line", "puts", NULL);
	build_caller(&b[4], &arena, "/p/src/accept.c", "accept_one", NULL, NULL);
	build_caller(&b[5], &arena, "/p/src/unused.c", "unused", "log_line", NULL);
	b[3].unit->status = FACT__STATUS__STATUS_PARTIAL;
	b[4].unit->status = FACT__STATUS__STATUS_CRASHED;
	for (int i = 0; i < 6; i++)
		units[i] = b[i].unit;
	link_all(&arena, units, 6, false, "/p", &set);
	assert_int_equal(set.programs.len, 3);
	assert_string_equal(set.programs.items[0]->name, "library");
	assert_string_equal(unit_names(set.programs.items[0]), "/p/src/unused.c");
	assert_false(set.programs.items[0]->has_main);
	assert_true(set.programs.items[0]->functions.items[0].exported);
	assert_string_equal(set.programs.items[1]->name, "src/client.c");
	assert_string_equal(unit_names(set.programs.items[1]), "/p/src/client.c /p/src/log.c");
	assert_true(set.programs.items[1]->complete);
	assert_string_equal(set.programs.items[2]->name, "src/server.c");
	assert_string_equal(unit_names(set.programs.items[2]),
			    "/p/src/server.c /p/src/serve.c /p/src/log.c /p/src/accept.c");
	assert_false(set.programs.items[2]->complete);
	assert_false(set.programs.items[2]->functions.items[0].exported);
	programs_release(&set);
	arena_release(&arena);
}

/* Objects are members whatever they define; archives give what is needed, in rounds; the rest is guessed. */
static void linked_as_given(void **state)
{
	static const uint32_t server[] = { 0, 2 }, plugin[] = { 2 }, archived[] = { 4, 3, 5 };
	static const struct linked linked[] = { { "bin/server", "exe", server, 2, archived, 3 },
						{ "lib/plugin.so", "shared", plugin, 1, NULL, 0 },
						{ "bin/none", "exe", NULL, 0, NULL, 0 } };
	struct arena arena = { 0 };
	struct fact_builder b[6];
	Fact__Unit *units[6];
	struct program_set set = { 0 };
	(void)state;

	build_caller(&b[0], &arena, "/p/src/server.c", "main", "log_line", NULL);
	build_caller(&b[1], &arena, "/p/src/client.c", "main", "unused", NULL);
	build_caller(&b[2], &arena, "/p/src/extra.c", "extra", NULL, NULL);
	build_caller(&b[3], &arena, "/p/src/log.c", "log_line", "stamp", NULL);
	build_caller(&b[4], &arena, "/p/src/stamp.c", "stamp", NULL, NULL);
	build_caller(&b[5], &arena, "/p/src/unused.c", "unused", NULL, NULL);
	for (int i = 0; i < 6; i++)
		units[i] = b[i].unit;
	programs_given(&arena, units, 6, linked, 3, "/p", &set);
	link_found(&set);
	assert_int_equal(set.programs.len, 3);
	assert_string_equal(set.programs.items[0]->name, "bin/server");
	assert_string_equal(unit_names(set.programs.items[0]),
			    "/p/src/server.c /p/src/extra.c /p/src/log.c /p/src/stamp.c");
	assert_true(set.programs.items[0]->has_main);
	assert_string_equal(set.programs.items[1]->name, "lib/plugin.so");
	assert_string_equal(set.programs.items[1]->kind, "shared");
	assert_false(set.programs.items[1]->has_main);
	assert_string_equal(set.programs.items[2]->name, "src/client.c");
	assert_string_equal(set.programs.items[2]->kind, "guess");
	assert_string_equal(unit_names(set.programs.items[2]), "/p/src/client.c /p/src/unused.c");
	programs_release(&set);
	arena_release(&arena);
}

static void near_definition_is_taken(void **state)
{
	struct arena arena = { 0 };
	struct fact_builder b[4];
	Fact__Unit *units[4];
	struct program_set set = { 0 };
	(void)state;

	build_caller(&b[0], &arena, "/p/a/util.c", "usage", NULL, NULL);
	build_caller(&b[1], &arena, "/p/b/util.c", "usage", NULL, NULL);
	build_caller(&b[2], &arena, "/p/b/main.c", "main", "usage", "helper");
	/* A helper that only another main's unit has isn't ours. */
	build_caller(&b[3], &arena, "/p/b/test.c", "main", NULL, NULL);
	build_function(&b[3], "helper", EXTERNAL, 0);
	for (int i = 0; i < 4; i++)
		units[i] = b[i].unit;
	link_all(&arena, units, 4, false, "/p", &set);
	assert_string_equal(set.programs.items[0]->name, "b/main.c");
	assert_string_equal(unit_names(set.programs.items[0]), "/p/b/util.c /p/b/main.c");
	assert_string_equal(edges_at(set.programs.items[0], "main", 1), "direct helper");
	assert_string_equal(program_library_callee(set.programs.items[0],
						   find_function(set.programs.items[0], "main"), 1),
			    "helper");
	programs_release(&set);
	arena_release(&arena);
}

static void inline_definition_draws_no_unit(void **state)
{
	struct arena arena = { 0 };
	struct fact_builder b[2];
	Fact__Unit *units[2];
	struct program_set set = { 0 };
	uint32_t small;
	(void)state;

	build_caller(&b[0], &arena, "/p/main.c", "main", "small", NULL);
	build_unit(&b[1], &arena, "/p/other.c");
	small = build_function(&b[1], "small", EXTERNAL, 0);
	b[1].unit->symbols[small]->is_inline = true;
	for (int i = 0; i < 2; i++)
		units[i] = b[i].unit;
	link_all(&arena, units, 2, false, "/p", &set);
	assert_int_equal(set.programs.len, 2);
	assert_string_equal(unit_names(set.programs.items[1]), "/p/main.c");
	programs_release(&set);
	arena_release(&arena);
}

static void statics_stay_apart_and_inlines_merge(void **state)
{
	struct arena arena = { 0 };
	struct fact_builder b[2];
	struct program_set set = { 0 };
	const struct program *program;
	uint32_t helper[2], header[2], counter[2], shared[2];
	(void)state;

	for (int i = 0; i < 2; i++) {
		build_unit(&b[i], &arena, i ? "/p/b.c" : "/p/a.c");
		helper[i] = build_function(&b[i], "helper", INTERNAL, 0);
		header[i] = build_function(&b[i], "header", EXTERNAL, 0);
		b[i].unit->symbols[header[i]]->is_inline = true;
		counter[i] = build_variable(&b[i], "counter", INTERNAL, true);
		shared[i] = build_variable(&b[i], "shared", EXTERNAL, i == 1);
	}
	program = link_one(&set, (struct fact_builder *[]){ &b[0], &b[1] }, 2);
	assert_int_equal(program->functions.len, 3);
	assert_ptr_not_equal(program_function(program, b[0].unit, helper[0]),
			     program_function(program, b[1].unit, helper[1]));
	assert_ptr_equal(program_function(program, b[0].unit, header[0]),
			 program_function(program, b[1].unit, header[1]));
	assert_ptr_not_equal(program_global(program, b[0].unit, counter[0]),
			     program_global(program, b[1].unit, counter[1]));
	assert_ptr_equal(program_global(program, b[0].unit, shared[0]),
			 program_global(program, b[1].unit, shared[1]));
	assert_ptr_equal(program_global(program, b[0].unit, shared[0])->unit, b[1].unit);
	assert_true(program_global(program, b[0].unit, shared[0])->defined);
	assert_null(program_function(program, b[0].unit, counter[0]));
	programs_release(&set);
	arena_release(&arena);
}

static void weak_loses_and_aliases_lead_on(void **state)
{
	struct arena arena = { 0 };
	struct fact_builder b[2];
	struct program_set set = { 0 };
	const struct program *program;
	uint32_t weak, strong, alias, named;
	(void)state;

	build_unit(&b[0], &arena, "/p/a.c");
	weak = build_function(&b[0], "hook", EXTERNAL, 0);
	b[0].unit->symbols[weak]->weak = true;
	named = build_extern(&b[0], "open_file");
	build_unit(&b[1], &arena, "/p/b.c");
	strong = build_function(&b[1], "hook", EXTERNAL, 0);
	build_function(&b[1], "open_impl", INTERNAL, 0);
	alias = build_extern(&b[1], "open_file");
	b[1].unit->symbols[alias]->alias = arena_strdup(&arena, "open_impl");
	program = link_one(&set, (struct fact_builder *[]){ &b[0], &b[1] }, 2);
	assert_ptr_equal(program_function(program, b[0].unit, weak), program_function(program, b[1].unit, strong));
	assert_ptr_equal(program_function(program, b[0].unit, weak)->unit, b[1].unit);
	assert_string_equal(program_function(program, b[0].unit, named)->name, "open_impl");
	programs_release(&set);
	arena_release(&arena);
}

static void alias_of_itself_ends(void **state)
{
	struct arena arena = { 0 };
	struct fact_builder b;
	struct program_set set = { 0 };
	const struct program *program;
	uint32_t one, other;
	(void)state;

	build_unit(&b, &arena, "/p/a.c");
	one = build_extern(&b, "one");
	other = build_extern(&b, "other");
	b.unit->symbols[one]->alias = arena_strdup(&arena, "other");
	b.unit->symbols[other]->alias = arena_strdup(&arena, "one");
	program = link_one(&set, (struct fact_builder *[]){ &b }, 1);
	assert_null(program_function(program, b.unit, one));
	assert_null(program->library_of_symbol[0][other]);
	programs_release(&set);
	arena_release(&arena);
}

static void own_definition_switches_the_model_off(void **state)
{
	struct arena arena = { 0 };
	struct fact_builder b;
	struct program_set set = { 0 };
	const struct program *program;
	const struct function *main_function;
	uint32_t fortified;
	(void)state;

	build_unit(&b, &arena, "/p/a.c");
	build_function(&b, "setenv", EXTERNAL, 0);
	/* A system header's own body hides nothing. */
	fortified = build_function(&b, "strlen", EXTERNAL, 1);
	b.unit->symbols[fortified]->in_system_header = true;
	b.unit->symbols[fortified]->is_inline = true;
	build_function(&b, "main", EXTERNAL, 0);
	build_call(&b, build_extern(&b, "setenv"), 0);
	build_call(&b, build_extern(&b, "__builtin_getenv"), 0);
	build_call(&b, build_extern(&b, "__sprintf_chk"), 0);
	build_call(&b, build_extern(&b, "__builtin___memcpy_chk"), 0);
	build_call(&b, build_extern(&b, "__isoc99_sscanf"), 0);
	build_call(&b, build_extern(&b, "__builtin_setenv"), 0);
	build_call(&b, fortified, 0);
	program = link_one(&set, (struct fact_builder *[]){ &b }, 1);
	main_function = find_function(program, "main");
	assert_null(program_library_callee(program, main_function, 0));
	assert_string_equal(program_library_callee(program, main_function, 1), "getenv");
	assert_string_equal(program_library_callee(program, main_function, 2), "sprintf");
	assert_string_equal(program_library_callee(program, main_function, 3), "memcpy");
	assert_string_equal(program_library_callee(program, main_function, 4), "sscanf");
	assert_null(program_library_callee(program, main_function, 5));
	assert_string_equal(program_library_callee(program, main_function, 6), "strlen");
	programs_release(&set);
	arena_release(&arena);
}

static void no_units_no_programs(void **state)
{
	struct arena arena = { 0 };
	struct program_set set = { 0 };
	(void)state;

	link_all(&arena, NULL, 0, false, "/p", &set);
	assert_int_equal(set.programs.len, 0);
	programs_release(&set);
}

static void failed_unit_makes_an_incomplete_program(void **state)
{
	struct arena arena = { 0 };
	struct program_set set = { 0 };
	Fact__Unit unit, *units[] = { &unit };
	struct strbuf out = { 0 };
	(void)state;

	facts_init_failed(&unit, "/p/a.c", FACT__STATUS__STATUS_TIMEOUT, "ran too long");
	link_all(&arena, units, 1, false, "/p", &set);
	assert_int_equal(set.programs.len, 1);
	assert_false(set.programs.items[0]->complete);
	program_print(set.programs.items[0], &out);
	assert_string_equal(strbuf_text(&out),
			    "program library, no main, incomplete\nunits\n  /p/a.c timeout\nfunctions\n");
	strbuf_release(&out);
	programs_release(&set);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_module_belongs_to_the_program_that_loads_it),
		cmocka_unit_test(two_mains_share_a_unit),
		cmocka_unit_test(linked_as_given),
		cmocka_unit_test(near_definition_is_taken),
		cmocka_unit_test(inline_definition_draws_no_unit),
		cmocka_unit_test(statics_stay_apart_and_inlines_merge),
		cmocka_unit_test(weak_loses_and_aliases_lead_on),
		cmocka_unit_test(alias_of_itself_ends),
		cmocka_unit_test(own_definition_switches_the_model_off),
		cmocka_unit_test(no_units_no_programs),
		cmocka_unit_test(failed_unit_makes_an_incomplete_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
