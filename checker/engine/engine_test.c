/* The engine on programs written by hand as facts: what is visited, merged, numbered and left out. */
#include "engine/engine.h"

#include "link/fact_builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define EXTERNAL FACT__LINKAGE__LINKAGE_EXTERNAL
#define INTERNAL FACT__LINKAGE__LINKAGE_INTERNAL

/* Any call that ends the program, as a stand-in for a fault. */
static void visit(struct rule_run *run, const struct function *function, const struct call *call,
		  const struct model_trait *trait)
{
	struct finding *finding = rule_report(run, function, call->event, call->library);

	assert_int_equal(trait->trait, TRAIT_NORETURN);
	assert_string_equal(trait->function, call->library);
	finding->message = arena_printf(rule_arena(run), "in %s", rule_program(run)->name);
	if (strstr(rule_program(run)->name, "weak"))
		finding->level = LEVEL_NOTE;
	rule_step(run, finding, function, call->event, "step %d", 1);
}

static void check(struct rule_run *run, const struct program *program)
{
	assert_null(*rule_memory(run));
	*rule_memory(run) = run;
	rule_each_call(run, program, TRAIT_NORETURN, visit);
}

static const struct rule ends = {
	.info = { .id = "test-ends", .family = "test", .level = LEVEL_ERROR, .summary = "ends" },
	.check = check,
};

struct fixture {
	struct arena arena;
	struct program_set set;
	struct findings findings;
};

static void run(struct fixture *f, Fact__Unit *const *units, size_t count)
{
	static const struct rule *const rules[] = { &ends };
	struct engine_options options = { .rules = rules, .rule_count = 1, .root = "/p" };

	link_all(&f->arena, units, count, false, "/p", &f->set);
	for (size_t i = 0; i < f->set.programs.len; i++)
		engine_run(&f->arena, f->set.programs.items[i], &options, &f->findings);
	findings_finish(&f->arena, &f->findings);
}

static void end(struct fixture *f)
{
	programs_release(&f->set);
	arena_release(&f->arena);
}

/* A unit whose main makes `calls` calls of exit on separate paths, all with the same tokens. */
static struct fact_builder unit_with_calls(struct arena *arena, const char *file, uint32_t calls)
{
	struct fact_builder b;
	Fact__Statement *statement = arena_new(arena, Fact__Statement);
	uint32_t library, unknown;

	build_unit(&b, arena, file);
	fact__statement__init(statement);
	statement->tokens = arena_strdup(arena, "exit ( 1 )");
	BUILD_APPEND(&b, b.unit->n_statements, b.unit->statements, statement);
	library = build_extern(&b, "exit");
	build_function(&b, "main", EXTERNAL, 0);
	unknown = build_int(&b, 1);
	for (uint32_t i = 0; i < calls; i++) {
		uint32_t block = build_block(&b);
		uint32_t event = build_call(&b, library, 1, unknown);

		b.function->events[event]->place->statement = 1;
		build_edge(&b, 0, block);
	}
	return b;
}

static void reports_place_function_and_statement(void **state)
{
	struct fixture f = { 0 };
	struct fact_builder b = unit_with_calls(&f.arena, "/p/src/a.c", 1);
	const struct finding *finding;

	(void)state;
	run(&f, &b.unit, 1);
	assert_int_equal(f.findings.all.len, 1);
	finding = f.findings.all.items[0];
	assert_string_equal(finding->path, "src/a.c");
	assert_string_equal(finding->place.file, "/p/src/a.c");
	assert_int_equal(finding->place.column, 1);
	assert_string_equal(finding->function, "main");
	assert_string_equal(finding->subject, "exit");
	assert_string_equal(finding->statement, "exit ( 1 )");
	assert_int_equal(finding->level, LEVEL_ERROR);
	assert_int_equal(finding->steps.len, 1);
	assert_string_equal(finding->steps.items[0].message, "step 1");
	assert_int_equal(strlen(finding->id.full), HASH_HEX_SIZE - 1);
	end(&f);
}

static void numbers_equal_identities_in_order(void **state)
{
	struct fixture f = { 0 };
	struct fact_builder b = unit_with_calls(&f.arena, "/p/a.c", 3);

	(void)state;
	run(&f, &b.unit, 1);
	assert_int_equal(f.findings.all.len, 3);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(f.findings.all.items[i]->ordinal, i);
		assert_string_equal(f.findings.all.items[i]->id.full, f.findings.all.items[0]->id.full);
	}
	assert_true(f.findings.all.items[0]->place.line < f.findings.all.items[1]->place.line);
	end(&f);
}

/* A function of one unit that two mains call. */
static void merges_programs_and_keeps_the_strongest(void **state)
{
	struct fixture f = { 0 };
	struct fact_builder shared, programs[2];
	const char *const files[] = { "/p/weak.c", "/p/strong.c" };
	Fact__Unit *units[3];

	(void)state;
	build_unit(&shared, &f.arena, "/p/shared.c");
	build_function(&shared, "leave", EXTERNAL, 0);
	build_call(&shared, build_extern(&shared, "abort"), 0);
	units[0] = shared.unit;
	for (size_t i = 0; i < 2; i++) {
		build_unit(&programs[i], &f.arena, files[i]);
		build_function(&programs[i], "main", EXTERNAL, 0);
		build_call(&programs[i], build_extern(&programs[i], "leave"), 0);
		units[1 + i] = programs[i].unit;
	}
	run(&f, units, 3);
	assert_int_equal(f.set.programs.len, 2);
	assert_int_equal(f.findings.all.len, 1);
	assert_int_equal(f.findings.all.items[0]->level, LEVEL_ERROR);
	assert_string_equal(f.findings.all.items[0]->message, "in strong.c");
	assert_int_equal(f.findings.all.items[0]->programs.len, 2);
	assert_string_equal(f.findings.all.items[0]->programs.items[0], "strong.c");
	assert_string_equal(f.findings.all.items[0]->programs.items[1], "weak.c");
	end(&f);
}

static void visits_only_what_is_reached(void **state)
{
	struct fixture f = { 0 };
	struct fact_builder b;

	(void)state;
	build_unit(&b, &f.arena, "/p/a.c");
	build_function(&b, "never", INTERNAL, 0);
	build_call(&b, build_extern(&b, "exit"), 0);
	build_function(&b, "main", EXTERNAL, 0);
	build_return(&b, 0);
	run(&f, &b.unit, 1);
	assert_int_equal(f.findings.all.len, 0);
	end(&f);
}

static void leaves_out_system_headers(void **state)
{
	struct fixture f = { 0 };
	struct fact_builder b = unit_with_calls(&f.arena, "/p/a.c", 2);
	Fact__File *header = arena_new(&f.arena, Fact__File);

	(void)state;
	fact__file__init(header);
	header->path = arena_strdup(&f.arena, "/usr/include/exit.h");
	header->system = true;
	BUILD_APPEND(&b, b.unit->n_files, b.unit->files, header);
	b.function->events[0]->place->file = 1;
	b.function->events[1]->place->line = 0; /* no place at all */
	run(&f, &b.unit, 1);
	assert_int_equal(f.findings.all.len, 0);
	end(&f);
}

static const char *id_of(struct fixture *f, const char *file)
{
	struct fact_builder b = unit_with_calls(&f->arena, file, 1);

	f->findings.all.len = 0;
	programs_release(&f->set);
	f->set = (struct program_set){ 0 };
	run(f, &b.unit, 1);
	assert_int_equal(f->findings.all.len, 1);
	return f->findings.all.items[0]->id.full;
}

/* The root may lie elsewhere on another machine; so may what lies outside of it. */
static void identity_outside_the_root_lasts(void **state)
{
	struct fixture f = { 0 };

	(void)state;
	assert_string_equal(id_of(&f, "/opt/one/lib/a.c"), id_of(&f, "/home/two/lib/a.c"));
	assert_string_not_equal(id_of(&f, "/opt/one/lib/a.c"), id_of(&f, "/opt/one/gui/a.c"));
	assert_string_not_equal(id_of(&f, "/p/lib/a.c"), id_of(&f, "/p/gui/a.c"));
	assert_int_equal(strlen(id_of(&f, "/a.c")), HASH_HEX_SIZE - 1);
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reports_place_function_and_statement),
		cmocka_unit_test(numbers_equal_identities_in_order),
		cmocka_unit_test(merges_programs_and_keeps_the_strongest),
		cmocka_unit_test(visits_only_what_is_reached),
		cmocka_unit_test(leaves_out_system_headers),
		cmocka_unit_test(identity_outside_the_root_lasts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
