/* What the construction of a body carries along: shared by its two halves, private to them. */
#ifndef SNAG_FLOW_BUILDER_H
#define SNAG_FLOW_BUILDER_H

#include "flow/body.h"

/*
 * Variables of the construction: 0 is memory that others can reach; each plain
 * local is one, and each object that doesn't escape has a memory of its own.
 * What is current of a variable is a value, or for memory a version.
 */
#define SHARED_MEMORY 0u

struct phi {
	uint32_t variable, node; /* value or version */
};

struct phis {
	VEC(struct phi) items;
};

struct undo {
	uint32_t variable, before;
};

struct builder {
	struct body *body;
	uint32_t variable_count;
	uint32_t *variable_of; /* [local] */
	uint32_t *local_of;    /* [variable]; IR_NONE for SHARED_MEMORY */
	uint32_t *current;     /* [variable] */
	uint32_t *temps;       /* [temp] value */
	struct phis *phis;     /* [block] */
	bool *is_union;        /* [record] */
	VEC(struct undo) undo;
	uint32_t block;
};

/* Makes `node` current; the walk takes it back when it leaves the block's subtree. */
void builder_set(struct builder *b, uint32_t variable, uint32_t node);

/* A new state of a memory variable, behind the current one. */
void builder_write(struct builder *b, uint32_t variable, struct version version);

/* One instruction to values, versions and events, in block b->block. */
void builder_instruction(struct builder *b, const struct ir_insn *insn);

#endif
