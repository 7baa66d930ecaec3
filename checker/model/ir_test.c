/* The IR as text, and what its verifier refuses. */
#include "model/ir_sample.h"

#include "base/err.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

/* --- text ------------------------------------------------------------------ */

static void prints_a_unit(void **state)
{
	static const char expected[] = "unit a.c\n"
				       "global g struct src (static)\n"
				       "init @g.fd = 3\n"
				       "\n"
				       "function fill (static) -> i32 at a.c:2:12\n"
				       "  param l0_s *struct src\n"
				       "  param l1_n i32\n"
				       "  loop while b1\n"
				       "b0:\n"
				       "\t%0 = load *struct src l0_s  ; 4:3\n"
				       "\tjump b1  ; 4:3\n"
				       "b1:\n"
				       "\t%1 = load i32 l1_n  ; 5:3\n"
				       "\t%2 = gt i32 %1, 0  ; 5:3\n"
				       "\tbr %2 ? b2 : b3  ; 5:3\n"
				       "b2:\n"
				       "\t%3 = load i32 (*%0).fd  ; 6:3\n"
				       "\t%4 = address *char (*%0).buf  ; 6:3\n"
				       "\t%5 = call i32 @read(%3, %4, 16:u64)  ; 6:3\n"
				       "\tstore l1_n, %5  ; 6:3\n"
				       "\tjump b1  ; 6:3\n"
				       "b3:\n"
				       "\tswitch %1: 0 -> b4, 2..5 -> b4, else b5  ; 7:3\n"
				       "b4:\n"
				       "\treturn 0  ; 8:3\n"
				       "b5:\n"
				       "\topaque 'asm' \"end\\n\"  ; 9:3 LOG\n"
				       "\treturn -1  ; 9:3\n";
	struct arena arena = { 0 };
	struct strbuf out = { 0 };

	(void)state;
	ir_print(sample_unit(&arena), &out);
	assert_string_equal(strbuf_text(&out), expected);
	strbuf_release(&out);
	arena_release(&arena);
}

static void prints_circular_types(void **state)
{
	struct arena arena = { 0 };
	struct ir_unit *unit = sample_unit(&arena);
	struct strbuf out = { 0 };

	(void)state;
	unit->types.items[SAMPLE_SRC_POINTER].element = SAMPLE_SRC_POINTER;
	ir_print_type(unit, SAMPLE_SRC_POINTER, &out);
	assert_non_null(strstr(out.text, "…"));
	strbuf_cut(&out, 0);
	ir_print_type(unit, IR_NONE, &out);
	assert_string_equal(out.text, "?");
	strbuf_release(&out);
	arena_release(&arena);
}

/* --- the verifier -------------------------------------------------------------- */

static struct ir_insn *insn(struct ir_unit *unit, size_t block, size_t index)
{
	return &unit->functions.items[0].blocks.items[block].insns.items[index];
}

static void no_terminator(struct ir_unit *unit)
{
	unit->functions.items[0].blocks.items[4].insns.len = 0;
}

static void terminator_inside(struct ir_unit *unit)
{
	*insn(unit, 5, 0) = *insn(unit, 5, 1);
}

static void open_end(struct ir_unit *unit)
{
	unit->functions.items[0].blocks.items[5].insns.len--;
}

static void no_such_block(struct ir_unit *unit)
{
	insn(unit, 1, 2)->targets[1] = 6;
}

static void one_target_of_two(struct ir_unit *unit)
{
	insn(unit, 1, 2)->target_count = 1;
}

static void defined_twice(struct ir_unit *unit)
{
	insn(unit, 2, 1)->dest = 3;
}

static void never_defined(struct ir_unit *unit)
{
	insn(unit, 2, 1)->dest = 5;
	insn(unit, 2, 2)->dest = IR_NONE;
}

static void used_before(struct ir_unit *unit)
{
	insn(unit, 1, 1)->a.index = 2;
}

/* %3 is made in the loop, which need not have run. */
static void not_dominated(struct ir_unit *unit)
{
	insn(unit, 3, 0)->a.index = 3;
}

static void temp_out_of_range(struct ir_unit *unit)
{
	insn(unit, 2, 2)->args[0].index = 6;
}

static void store_with_result(struct ir_unit *unit)
{
	insn(unit, 2, 3)->dest = 0;
}

static void load_without_result(struct ir_unit *unit)
{
	insn(unit, 0, 0)->dest = IR_NONE;
}

static void no_such_field(struct ir_unit *unit)
{
	insn(unit, 2, 0)->memory.steps[0].field = 2;
}

static void no_such_type(struct ir_unit *unit)
{
	insn(unit, 2, 2)->dest_type = 99;
}

static void object_called_as_function(struct ir_unit *unit)
{
	insn(unit, 2, 2)->a.index = SAMPLE_G;
}

static void no_such_local(struct ir_unit *unit)
{
	insn(unit, 2, 3)->memory.index = 2;
}

static void no_such_string(struct ir_unit *unit)
{
	insn(unit, 5, 0)->a.index = 1;
}

static void place_in_no_file(struct ir_unit *unit)
{
	insn(unit, 4, 0)->place.file = 1;
}

static void unary_sum(struct ir_unit *unit)
{
	insn(unit, 1, 1)->kind = IR_UNARY;
}

static void missing_operand(struct ir_unit *unit)
{
	insn(unit, 1, 2)->a.kind = IR_V_NONE;
}

static void empty_case(struct ir_unit *unit)
{
	insn(unit, 3, 0)->cases[0] = (struct ir_case){ 1, 0 };
}

static void element_out_of_range(struct ir_unit *unit)
{
	unit->types.items[SAMPLE_BUF].element = 99;
}

static void wild_kind(struct ir_unit *unit)
{
	insn(unit, 4, 0)->kind = IR_UNREACHABLE + 1;
}

static void no_blocks(struct ir_unit *unit)
{
	unit->functions.items[0].blocks.len = 0;
}

static void parameter_behind_local(struct ir_unit *unit)
{
	unit->functions.items[0].locals.items[0].is_parameter = false;
}

static void initial_content_of_a_local(struct ir_unit *unit)
{
	unit->static_inits.items[0].memory = sample_local(SAMPLE_INT, 0);
}

static void verifies_the_sample(void **state)
{
	struct arena arena = { 0 };
	struct err err = { 0 };

	(void)state;
	assert_true(ir_verify(sample_unit(&arena), &err));
	assert_string_equal(err.text, "");
	arena_release(&arena);
}

static void refuses_each_breach(void **state)
{
	static const struct {
		void (*damage)(struct ir_unit *unit);
		const char *said;
	} breaches[] = {
		{ no_terminator, "block 4, instruction 0: block without a terminator" },
		{ terminator_inside, "a block ends in its only terminator" },
		{ open_end, "a block ends in its only terminator" },
		{ no_such_block, "jump to no such block (6)" },
		{ one_target_of_two, "wrong number of targets (1)" },
		{ defined_twice, "temporary is defined twice (3)" },
		{ never_defined, "temporary is used but never defined (4)" },
		{ used_before, "temporary is used before its definition (2)" },
		{ not_dominated, "'fill', block 3, instruction 0: definition of the temporary doesn't dominate" },
		{ temp_out_of_range, "no such temporary (6)" },
		{ store_with_result, "result of a kind that has none" },
		{ load_without_result, "instruction without a result" },
		{ no_such_field, "no such field (2)" },
		{ no_such_type, "no such type (99)" },
		{ object_called_as_function, "symbol is no function" },
		{ no_such_local, "no such local (2)" },
		{ no_such_string, "no such string (1)" },
		{ place_in_no_file, "place in no such file (1)" },
		{ unary_sum, "not a unary operation" },
		{ missing_operand, "operand is missing" },
		{ empty_case, "case with an empty range" },
		{ element_out_of_range, "type of no such element" },
		{ wild_kind, "no such kind of instruction" },
		{ no_blocks, "function without an entry block" },
		{ parameter_behind_local, "parameters are the first locals" },
		{ initial_content_of_a_local, "initial content of what is no global" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof breaches / sizeof *breaches; i++) {
		struct arena arena = { 0 };
		struct ir_unit *unit = sample_unit(&arena);
		struct err err = { 0 };

		breaches[i].damage(unit);
		assert_false(ir_verify(unit, &err));
		if (!strstr(err.text, breaches[i].said))
			assert_string_equal(err.text, breaches[i].said);
		arena_release(&arena);
	}
}

/* A value made in one arm only can't be used behind the join; code that never runs may use anything. */
static void dominance_at_joins(void **state)
{
	struct arena arena = { 0 };
	struct ir_unit *unit = sample_unit(&arena);
	struct ir_function *f = &unit->functions.items[0];

	(void)state;
	insn(unit, 4, 0)->a = sample_temp(SAMPLE_INT, 2);
	assert_true(ir_verify(unit, NULL)); /* b1 dominates b4 */
	vec_push(&arena, &f->blocks, (struct ir_block){ .insns = { 0 } });
	sample_insn(&arena, f, 6, (struct ir_insn){ .kind = IR_RETURN, .dest = IR_NONE,
						    .a = sample_temp(SAMPLE_INT, 5) });
	assert_true(ir_verify(unit, NULL)); /* nothing leads to b6 */
	insn(unit, 0, 1)->targets[0] = 3;
	assert_false(ir_verify(unit, NULL)); /* now b3 comes before b1 */
	arena_release(&arena);
}

/* Generated code: a chain of blocks and a ladder of loops must cost neither stack nor hours. */
static void verifies_deep_functions(void **state)
{
	enum { COUNT = 100000 };
	struct arena arena = { 0 };
	struct ir_unit *unit = sample_unit(&arena);
	struct ir_function *f = &unit->functions.items[0];

	(void)state;
	f->blocks.len = f->loops.len = 0;
	for (uint32_t i = 0; i < COUNT; i++) {
		vec_push(&arena, &f->blocks, (struct ir_block){ .insns = { 0 } });
		sample_insn(&arena, f, i,
			    (struct ir_insn){ .kind = IR_BRANCH, .dest = IR_NONE, .a = sample_int(1), .target_count = 2,
					      .targets = sample_targets(&arena, (i + 1) % COUNT, i ? i - 1 : 0, 0) });
	}
	assert_true(ir_verify(unit, NULL));
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prints_a_unit),	cmocka_unit_test(prints_circular_types),
		cmocka_unit_test(verifies_the_sample),	cmocka_unit_test(refuses_each_breach),
		cmocka_unit_test(dominance_at_joins),	cmocka_unit_test(verifies_deep_functions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
