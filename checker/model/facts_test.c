/* Facts files: written, read, refused and printed; hostile ones must never do more than be refused. */
#include "model/facts_sample.h"

#include "base/files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint8_t *packed(struct arena *arena, const Fact__Unit *unit, size_t *size)
{
	uint8_t *bytes;

	*size = fact__unit__get_packed_size(unit);
	bytes = arena_alloc(arena, *size);
	fact__unit__pack(unit, bytes);
	return bytes;
}

/* --- text ------------------------------------------------------------------ */

static void prints_a_unit(void **state)
{
	static const char expected[] = "unit a.c ok\n"
				       "global conf i32\n"
				       "init conf = \"HOME\"\n"
				       "\n"
				       "function setup(i32) -> i32 at a.c:5:3\n"
				       "  object o0_buf [?]i32 (escapes)\n"
				       "  loop 1 while b1\n"
				       "  b0:\n"
				       "    #0 call @getenv(\"HOME\") at a.c:10:3\n"
				       "    -> b1 if result(#0 getenv) ne 0\n"
				       "    -> b1\n"
				       "  b1: after b0\n"
				       "    #1 store field(home, &conf) = any(result(#0 getenv), element(…, 0))"
				       " at a.c:11:3\n"
				       "    #2 return 0 at a.c:11:3\n";
	struct arena arena = { 0 };
	struct strbuf out = { 0 };

	(void)state;
	facts_print(facts_sample(&arena), &out);
	assert_string_equal(strbuf_text(&out), expected);
	strbuf_release(&out);
	arena_release(&arena);
}

/* A graph in which each origin names the next one twice has more paths than anyone can print. */
static void prints_entangled_origins_shortly(void **state)
{
	struct arena arena = { 0 };
	Fact__Unit *unit = facts_sample(&arena);
	Fact__Function *f = unit->functions[0];
	struct strbuf out = { 0 };
	size_t count = 200;

	(void)state;
	f->origins = arena_array(&arena, Fact__Origin *, count);
	f->n_origins = count;
	for (size_t i = 0; i < count; i++)
		f->origins[i] = facts_origin(&arena, FACT__ORIGIN_KIND__ORIGIN_UNION, 0, 2,
					     (uint32_t)((i + 1) % count), (uint32_t)((i + 1) % count));
	facts_print_origin(unit, f, 0, &out);
	assert_true(out.len < 2000);
	strbuf_release(&out);
	arena_release(&arena);
}

/* --- files ------------------------------------------------------------------ */

static void writes_and_reads(void **state)
{
	struct arena arena = { 0 };
	char folder[] = "facts-XXXXXX"; /* in the working folder: the build's */
	const char *path;
	struct strbuf before = { 0 }, after = { 0 };
	struct err err = { 0 };
	Fact__Unit *unit;

	(void)state;
	assert_non_null(mkdtemp(folder));
	path = path_join(&arena, folder, "a.facts");
	facts_print(facts_sample(&arena), &before);
	assert_true(facts_write(path, facts_sample(&arena), &err));
	assert_true(facts_read(&arena, path, &unit, &err));
	facts_print(unit, &after);
	assert_string_equal(before.text, after.text);
	assert_int_equal(unit->symbols[0]->place->line, 0);
	assert_true(file_write(path, "nonsense", 8, NULL));
	assert_false(facts_read(&arena, path, &unit, &err));
	assert_null(unit);
	assert_non_null(strstr(err.text, path));
	assert_false(facts_write("/nowhere/a.facts", facts_sample(&arena), NULL));
	folder_remove(folder);
	assert_false(facts_read(&arena, path, &unit, NULL));
	strbuf_release(&before);
	strbuf_release(&after);
	arena_release(&arena);
}

static void failed_units(void **state)
{
	struct arena arena = { 0 };
	Fact__Unit unit, *read;
	size_t size;
	const uint8_t *bytes;

	(void)state;
	facts_init_failed(&unit, "/src/a.c", FACT__STATUS__STATUS_TIMEOUT, "too slow");
	bytes = packed(&arena, &unit, &size);
	assert_true(facts_unpack(&arena, bytes, size, &read, NULL));
	assert_string_equal(read->main_file, "/src/a.c");
	assert_string_equal(read->note, "too slow");
	assert_string_equal(facts_status_name(read->status), "timeout");
	assert_int_equal(read->glibc_minor, -1);
	assert_string_equal(facts_status_name(99), "?");
	arena_release(&arena);
}

static void other_formats_are_refused(void **state)
{
	struct arena arena = { 0 };
	Fact__Unit *unit = facts_sample(&arena), *read;
	struct err err = { 0 };
	size_t size;
	const uint8_t *bytes;

	(void)state;
	unit->format = arena_strdup(&arena, "snag-facts-\33[31m");
	bytes = packed(&arena, unit, &size);
	assert_false(facts_unpack(&arena, bytes, size, &read, &err));
	assert_string_equal(err.text, "facts of another version of snag (this one reads " FACTS_FORMAT
				      "): scan the source again");
	err = (struct err){ 0 };
	assert_false(facts_unpack(&arena, "", 0, &read, &err));
	assert_non_null(strstr(err.text, "another version"));
	arena_release(&arena);
}

/* Whatever comes out of damaged bytes can be printed: every index was checked. */
static void try_bytes(const uint8_t *bytes, size_t size)
{
	struct arena arena = { 0 };
	struct strbuf out = { 0 };
	struct err err = { 0 };
	Fact__Unit *unit;

	if (facts_unpack(&arena, bytes, size, &unit, &err)) {
		facts_print(unit, &out);
	} else {
		assert_null(unit);
		assert_true(err.text[0]);
	}
	strbuf_release(&out);
	arena_release(&arena);
}

static void cut_files_are_refused(void **state)
{
	struct arena arena = { 0 };
	size_t size;
	const uint8_t *bytes = packed(&arena, facts_sample(&arena), &size);

	(void)state;
	for (size_t length = 0; length < size; length++) {
		/* A buffer of its own, so that a sanitizer sees each byte too far. */
		uint8_t *cut = xmalloc(length);

		memcpy(cut, bytes, length);
		try_bytes(cut, length);
		free(cut);
	}
	arena_release(&arena);
}

static void flipped_bits_do_no_harm(void **state)
{
	struct arena arena = { 0 };
	size_t size;
	uint8_t *bytes = packed(&arena, facts_sample(&arena), &size);

	(void)state;
	for (size_t i = 0; i < size; i++)
		for (int bit = 0; bit < 8; bit++) {
			bytes[i] ^= (uint8_t)(1 << bit);
			try_bytes(bytes, size);
			bytes[i] ^= (uint8_t)(1 << bit);
		}
	arena_release(&arena);
}

/* --- the check ---------------------------------------------------------------- */

static void bad_type(Fact__Unit *unit)
{
	unit->functions[0]->return_type = 3;
}

static void circle_of_types(Fact__Unit *unit)
{
	unit->types[0]->element = 2;
}

static void bad_symbol(Fact__Unit *unit)
{
	unit->functions[0]->origins[O_GETENV]->symbol = 3;
}

static void object_as_function(Fact__Unit *unit)
{
	unit->functions[0]->symbol = 2;
}

static void bad_argument(Fact__Unit *unit)
{
	unit->functions[0]->origins[O_PHI]->args[1] = O_COUNT;
}

static void too_few_arguments(Fact__Unit *unit)
{
	unit->functions[0]->origins[O_STEP]->n_args = 1;
}

static void wild_kind_of_origin(Fact__Unit *unit)
{
	unit->functions[0]->origins[O_STEP]->kind = (Fact__OriginKind)99;
}

static void negative_parameter(Fact__Unit *unit)
{
	unit->functions[0]->origins[O_NULL]->kind = FACT__ORIGIN_KIND__ORIGIN_PARAM;
	unit->functions[0]->origins[O_NULL]->number = -1;
}

static void result_of_a_store(Fact__Unit *unit)
{
	unit->functions[0]->origins[O_RESULT]->number = 1;
}

static void long_string(Fact__Unit *unit)
{
	unit->functions[0]->origins[O_NAME]->number = 5;
}

static void bad_object(Fact__Unit *unit)
{
	unit->functions[0]->origins[O_BUF]->number = 1;
}

static void bad_field(Fact__Unit *unit)
{
	unit->functions[0]->origins[O_ADDRESS]->field = 1;
}

static void no_origins(Fact__Unit *unit)
{
	unit->functions[0]->n_origins = 0;
}

static void call_of_nobody(Fact__Unit *unit)
{
	unit->functions[0]->events[0]->callee = NULL;
}

static void event_of_another_block(Fact__Unit *unit)
{
	unit->functions[0]->events[0]->block = 1;
}

static void events_beyond(Fact__Unit *unit)
{
	unit->functions[0]->blocks[1]->event_count = UINT32_MAX;
}

static void forgotten_event(Fact__Unit *unit)
{
	unit->functions[0]->blocks[1]->event_count = 1;
}

static void bad_edge(Fact__Unit *unit)
{
	unit->functions[0]->blocks[0]->edges[0]->to = 2;
}

static void circle_of_dominators(Fact__Unit *unit)
{
	unit->functions[0]->blocks[0]->dominator = 2;
}

static void loop_in_itself(Fact__Unit *unit)
{
	unit->functions[0]->loops[0]->parent = 1;
}

static void bad_file(Fact__Unit *unit)
{
	unit->functions[0]->place->file = 1;
}

static void bad_statement(Fact__Unit *unit)
{
	unit->functions[0]->place->statement = 1;
}

static void variable_initial_content(Fact__Unit *unit)
{
	unit->static_inits[0]->value = unit->functions[0]->origins[O_RESULT];
}

static Fact__Extent wild_extent = { PROTOBUF_C_MESSAGE_INIT(&fact__extent__descriptor), (Fact__ExtentKind)9, 1, 1, 1, 2 };

static void wild_bound(Fact__Unit *unit)
{
	unit->functions[0]->objects[0]->bound = &wild_extent;
}

static void forgotten_extents(Fact__Unit *unit)
{
	static Fact__Extent *extents[] = { &wild_extent };

	unit->functions[0]->events[0]->extents = extents;
	unit->functions[0]->events[0]->n_extents = unit->functions[0]->events[0]->n_args + 2;
}

static void checks_everything(void **state)
{
	static const struct {
		void (*damage)(Fact__Unit *unit);
		const char *said;
	} breaches[] = {
		{ bad_type, "function 0: no such type (3)" },
		{ circle_of_types, "types are elements of each other" },
		{ bad_symbol, "no such symbol (3)" },
		{ object_as_function, "symbol is no function (2)" },
		{ bad_argument, "no such origin" },
		{ too_few_arguments, "origin with a wrong number of arguments" },
		{ wild_kind_of_origin, "no such kind of origin" },
		{ negative_parameter, "no such parameter" },
		{ result_of_a_store, "event is no call (1)" },
		{ long_string, "string of another length (5)" },
		{ bad_object, "no such object (1)" },
		{ bad_field, "no such field (1)" },
		{ no_origins, "origin 0 is not the unknown one" },
		{ call_of_nobody, "event without its operand" },
		{ event_of_another_block, "event of another block (0)" },
		{ events_beyond, "no such event" },
		{ forgotten_event, "events that lie in no block" },
		{ bad_edge, "edge to no such block (2)" },
		{ circle_of_dominators, "blocks dominate each other" },
		{ loop_in_itself, "loops lie in each other" },
		{ bad_file, "no such file (1)" },
		{ bad_statement, "no such statement (1)" },
		{ wild_bound, "no such kind of extent (9)" },
		{ forgotten_extents, "an extent for each argument is missing" },
		{ variable_initial_content, "initial content that is no constant" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof breaches / sizeof *breaches; i++) {
		struct arena arena = { 0 };
		Fact__Unit *unit = facts_sample(&arena);
		struct err err = { 0 };

		assert_true(facts_check(unit, &err));
		breaches[i].damage(unit);
		assert_false(facts_check(unit, &err));
		if (!strstr(err.text, breaches[i].said))
			assert_string_equal(err.text, breaches[i].said);
		arena_release(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prints_a_unit),
		cmocka_unit_test(prints_entangled_origins_shortly),
		cmocka_unit_test(writes_and_reads),
		cmocka_unit_test(failed_units),
		cmocka_unit_test(other_formats_are_refused),
		cmocka_unit_test(cut_files_are_refused),
		cmocka_unit_test(flipped_bits_do_no_harm),
		cmocka_unit_test(checks_everything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
