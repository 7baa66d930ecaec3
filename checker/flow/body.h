/* A function body as values, events and conditions: what lowering to facts starts from. */
#ifndef SNAG_FLOW_BODY_H
#define SNAG_FLOW_BODY_H

#include "flow/graph.h"
#include "flow/value.h"

struct event {
	Fact__EventKind kind;
	const struct ir_insn *insn;
	uint32_t block;
	uint32_t callee;        /* values */
	uint32_t target, value;
	uint32_t arg_count;
	uint32_t *args;
};

/* Events of a block: [first, first + count). */
struct block_events {
	uint32_t first, count;
};

struct body {
	struct arena *arena; /* scratch: gone when the function is done */
	const struct ir_unit *unit;
	const struct ir_function *function;
	struct graph graph;
	struct values values;
	VEC(struct event) events;
	struct block_events *events_of; /* [block] */
	uint32_t *condition;            /* [block] value tested by its branch or switch, or VALUE_UNKNOWN */
	bool *is_object;                /* [local] lives in memory: an array, a record, or its address is taken */
	bool *escapes;                  /* [local] its address goes into a variable, a call or memory */
	bool *read_at_constant, *read_at_variable; /* [local] */
};

void body_build(struct arena *arena, const struct ir_unit *unit, const struct ir_function *function,
		struct map *value_index, struct body *body);

/* The name by which models may know a callee value: a function without a body in this unit. NULL otherwise. */
const char *body_library_name(const struct body *body, uint32_t callee);

/* The name of the local, or of the field of it, that an instruction writes. */
const char *body_stored_name(const struct body *body, const struct ir_memory *memory);

/* Drops the loads that say nothing, and numbers the other events anew. */
void body_choose_loads(struct body *body);

/* Which locals are objects, and which of those escape: fills those two arrays. */
void body_classify_locals(struct body *body);

#endif
