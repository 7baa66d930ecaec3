/*
 * A unit of IR for tests, made by hand:
 *
 *	static struct src { int fd; char buf[16]; } g = { 3 };
 *	static int fill(struct src *s, int n)
 *	{
 *		while (n > 0)
 *			n = read(s->fd, s->buf, 16);
 *		switch (n) { case 0: case 2 ... 5: return 0; default: LOG("end"); }
 *		return -1;
 *	}
 */
#ifndef SNAG_MODEL_IR_SAMPLE_H
#define SNAG_MODEL_IR_SAMPLE_H

#include "model/ir.h"

enum { SAMPLE_INT, SAMPLE_CHAR, SAMPLE_BUF, SAMPLE_SRC, SAMPLE_SRC_POINTER, SAMPLE_CHAR_POINTER, SAMPLE_VOID,
       SAMPLE_READ_TYPE, SAMPLE_SIZE };
enum { SAMPLE_FILL, SAMPLE_READ, SAMPLE_G };
enum { SAMPLE_FD, SAMPLE_BUF_FIELD };

static inline struct ir_place sample_place(uint32_t line, uint32_t column)
{
	return (struct ir_place){ .line = line, .column = column, .end_line = line, .end_column = column + 1,
				  .macro = IR_NONE, .spelling_line = line, .statement = IR_NONE };
}

static inline struct ir_value sample_int(int64_t number)
{
	return (struct ir_value){ .kind = IR_V_INT, .type = SAMPLE_INT, .number = number };
}

static inline struct ir_value sample_temp(uint32_t type, uint32_t temp)
{
	return (struct ir_value){ .kind = IR_V_TEMP, .type = type, .index = temp };
}

static inline struct ir_memory sample_local(uint32_t type, uint32_t local)
{
	return (struct ir_memory){ .base = IR_B_LOCAL, .index = local, .type = type };
}

/* `s->FIELD` of the pointer in a temporary. */
static inline struct ir_memory sample_field(struct arena *arena, uint32_t type, uint32_t temp, uint32_t field)
{
	struct ir_step *step = arena_new(arena, struct ir_step);

	*step = (struct ir_step){ .kind = IR_S_FIELD, .record = 0, .field = field };
	return (struct ir_memory){ .base = IR_B_DEREF, .pointer = sample_temp(SAMPLE_SRC_POINTER, temp), .type = type,
				   .step_count = 1, .steps = step };
}

/* Appends an instruction; with no result unless one is given. Valid until the next one. */
static inline struct ir_insn *sample_insn(struct arena *arena, struct ir_function *function, uint32_t block,
					  struct ir_insn insn)
{
	insn.place = sample_place(block + 4, 3);
	vec_push(arena, &function->blocks.items[block].insns, insn);
	return &function->blocks.items[block].insns.items[function->blocks.items[block].insns.len - 1];
}

static inline uint32_t *sample_targets(struct arena *arena, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t *targets = arena_array(arena, uint32_t, 3);

	targets[0] = a;
	targets[1] = b;
	targets[2] = c;
	return targets;
}

static inline void sample_types(struct arena *arena, struct ir_unit *unit)
{
	static const struct ir_type types[] = {
		[SAMPLE_INT] = { .kind = IR_T_INT, .is_signed = true, .size = 4, .element = IR_NONE, .record = IR_NONE },
		[SAMPLE_CHAR] = { .kind = IR_T_INT, .is_signed = true, .plain_char = true, .size = 1,
				  .element = IR_NONE, .record = IR_NONE },
		[SAMPLE_BUF] = { .kind = IR_T_ARRAY, .size = 16, .element = SAMPLE_CHAR, .count = 16, .record = IR_NONE },
		[SAMPLE_SRC] = { .kind = IR_T_RECORD, .size = 20, .element = IR_NONE, .record = 0 },
		[SAMPLE_SRC_POINTER] = { .kind = IR_T_POINTER, .size = 8, .element = SAMPLE_SRC, .record = IR_NONE },
		[SAMPLE_CHAR_POINTER] = { .kind = IR_T_POINTER, .size = 8, .element = SAMPLE_CHAR, .record = IR_NONE },
		[SAMPLE_VOID] = { .kind = IR_T_VOID, .element = IR_NONE, .record = IR_NONE },
		[SAMPLE_READ_TYPE] = { .kind = IR_T_FUNCTION, .element = SAMPLE_INT, .record = IR_NONE },
		[SAMPLE_SIZE] = { .kind = IR_T_INT, .size = 8, .element = IR_NONE, .record = IR_NONE },
	};
	struct ir_record record = { .key = "a.c:src", .name = "src" };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		vec_push(arena, &unit->types, types[i]);
	vec_push(arena, &record.fields, (struct ir_field){ .name = "fd", .type = SAMPLE_INT });
	vec_push(arena, &record.fields, (struct ir_field){ .name = "buf", .type = SAMPLE_BUF });
	vec_push(arena, &unit->records, record);
}

static inline void sample_symbols(struct arena *arena, struct ir_unit *unit)
{
	struct ir_step *fd = arena_new(arena, struct ir_step);

	vec_push(arena, &unit->symbols,
		 (struct ir_symbol){ .name = "fill", .link_name = "fill", .type = SAMPLE_READ_TYPE, .is_function = true,
				     .linkage = IR_L_INTERNAL, .defined = true, .place = sample_place(2, 12) });
	vec_push(arena, &unit->symbols,
		 (struct ir_symbol){ .name = "read", .link_name = "read", .type = SAMPLE_READ_TYPE, .is_function = true,
				     .in_system_header = true, .place = { .file = IR_NONE } });
	vec_push(arena, &unit->symbols,
		 (struct ir_symbol){ .name = "g", .link_name = "g", .type = SAMPLE_SRC, .linkage = IR_L_INTERNAL,
				     .defined = true, .place = sample_place(1, 45) });
	*fd = (struct ir_step){ .kind = IR_S_FIELD, .record = 0, .field = SAMPLE_FD };
	vec_push(arena, &unit->static_inits,
		 (struct ir_static_init){ .memory = { .base = IR_B_GLOBAL, .index = SAMPLE_G, .type = SAMPLE_INT,
						      .step_count = 1, .steps = fd },
					  .value = sample_int(3), .place = sample_place(1, 51) });
}

/* b0: to the loop's head. b1: n > 0? b2: the call. b3: the switch. */
static inline void sample_loop(struct arena *arena, struct ir_function *f)
{
	struct ir_value *args = arena_array(arena, struct ir_value, 3);

	args[0] = sample_temp(SAMPLE_INT, 3);
	args[1] = sample_temp(SAMPLE_CHAR_POINTER, 4);
	args[2] = (struct ir_value){ .kind = IR_V_INT, .type = SAMPLE_SIZE, .number = 16 };
	sample_insn(arena, f, 0, (struct ir_insn){ .kind = IR_LOAD, .dest = 0, .dest_type = SAMPLE_SRC_POINTER,
						   .memory = sample_local(SAMPLE_SRC_POINTER, 0) });
	sample_insn(arena, f, 0, (struct ir_insn){ .kind = IR_JUMP, .dest = IR_NONE, .target_count = 1,
						   .targets = sample_targets(arena, 1, 0, 0) });
	sample_insn(arena, f, 1, (struct ir_insn){ .kind = IR_LOAD, .dest = 1, .dest_type = SAMPLE_INT,
						   .memory = sample_local(SAMPLE_INT, 1) });
	sample_insn(arena, f, 1, (struct ir_insn){ .kind = IR_BINARY, .op = IR_GT, .dest = 2, .dest_type = SAMPLE_INT,
						   .a = sample_temp(SAMPLE_INT, 1), .b = sample_int(0) });
	sample_insn(arena, f, 1, (struct ir_insn){ .kind = IR_BRANCH, .dest = IR_NONE, .target_count = 2,
						   .a = sample_temp(SAMPLE_INT, 2),
						   .targets = sample_targets(arena, 2, 3, 0) });
	sample_insn(arena, f, 2, (struct ir_insn){ .kind = IR_LOAD, .dest = 3, .dest_type = SAMPLE_INT,
						   .memory = sample_field(arena, SAMPLE_INT, 0, SAMPLE_FD) });
	sample_insn(arena, f, 2, (struct ir_insn){ .kind = IR_ADDRESS, .dest = 4, .dest_type = SAMPLE_CHAR_POINTER,
						   .memory = sample_field(arena, SAMPLE_BUF, 0, SAMPLE_BUF_FIELD) });
	sample_insn(arena, f, 2, (struct ir_insn){ .kind = IR_CALL, .dest = 5, .dest_type = SAMPLE_INT,
						   .a = { .kind = IR_V_FUNCTION, .type = SAMPLE_READ_TYPE,
							  .index = SAMPLE_READ },
						   .arg_count = 3, .args = args });
	sample_insn(arena, f, 2, (struct ir_insn){ .kind = IR_STORE, .dest = IR_NONE, .a = sample_temp(SAMPLE_INT, 5),
						   .memory = sample_local(SAMPLE_INT, 1) });
	sample_insn(arena, f, 2, (struct ir_insn){ .kind = IR_JUMP, .dest = IR_NONE, .target_count = 1,
						   .targets = sample_targets(arena, 1, 0, 0) });
}

/* b3: the switch. b4: return 0. b5: the log, then return -1. */
static inline void sample_switch(struct arena *arena, struct ir_function *f)
{
	struct ir_case *cases = arena_array(arena, struct ir_case, 2);

	cases[1] = (struct ir_case){ 2, 5 };
	sample_insn(arena, f, 3, (struct ir_insn){ .kind = IR_SWITCH, .dest = IR_NONE, .a = sample_temp(SAMPLE_INT, 1),
						   .target_count = 3, .targets = sample_targets(arena, 4, 4, 5),
						   .cases = cases });
	sample_insn(arena, f, 4, (struct ir_insn){ .kind = IR_RETURN, .dest = IR_NONE, .a = sample_int(0) });
	sample_insn(arena, f, 5, (struct ir_insn){ .kind = IR_OPAQUE, .dest = IR_NONE, .text = "asm",
						   .a = { .kind = IR_V_STRING, .type = SAMPLE_CHAR_POINTER } })
		->place.macro = 0;
	sample_insn(arena, f, 5, (struct ir_insn){ .kind = IR_RETURN, .dest = IR_NONE, .a = sample_int(-1) });
}

static inline struct ir_unit *sample_unit(struct arena *arena)
{
	struct ir_unit *unit = arena_new(arena, struct ir_unit);
	struct ir_function f = { .symbol = SAMPLE_FILL, .place = sample_place(2, 12), .return_type = SAMPLE_INT,
				 .parameter_count = 2, .temp_count = 6 };

	unit->arena = arena;
	vec_push(arena, &unit->files, (struct ir_file){ .path = "/src/a.c" });
	vec_push(arena, &unit->macro_names, "LOG");
	vec_push(arena, &unit->strings, (struct ir_string){ .bytes = "end\n", .length = 4, .char_size = 1 });
	sample_types(arena, unit);
	sample_symbols(arena, unit);
	vec_push(arena, &f.locals, (struct ir_local){ .name = "s", .type = SAMPLE_SRC_POINTER, .is_parameter = true,
						      .place = sample_place(2, 29) });
	vec_push(arena, &f.locals, (struct ir_local){ .name = "n", .type = SAMPLE_INT, .is_parameter = true,
						      .place = sample_place(2, 36) });
	vec_push(arena, &f.loops, (struct ir_loop_mark){ .header = 1, .kind = IR_LOOP_WHILE,
							 .place = sample_place(4, 2) });
	for (int i = 0; i < 6; i++)
		vec_push(arena, &f.blocks, (struct ir_block){ .insns = { 0 } });
	sample_loop(arena, &f);
	sample_switch(arena, &f);
	vec_push(arena, &unit->functions, f);
	return unit;
}

#endif
