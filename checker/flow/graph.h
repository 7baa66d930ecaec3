/* The control flow graph of one function: edges, dominators, loops. */
#ifndef SNAG_FLOW_GRAPH_H
#define SNAG_FLOW_GRAPH_H

#include "base/arena.h"
#include "model/ir.h"

/* The `slot`th target of block `from`. */
struct graph_edge {
	uint32_t from, to, slot;
	bool back; /* `to` dominates `from` */
};

struct graph_loop {
	uint32_t header, parent; /* parent: index into loops, or IR_NONE */
	enum ir_loop_kind kind;
	struct ir_place place;
};

/* Blocks that can't be reached have order_of IR_NONE and take part in nothing. */
struct graph {
	const struct ir_function *function;
	uint32_t block_count;
	uint32_t *order;     /* reachable blocks, reverse postorder */
	uint32_t order_count;
	uint32_t *order_of;  /* [block] position in order */
	struct graph_edge *edges; /* sorted by from, slot */
	uint32_t edge_count;
	uint32_t *out_first; /* [block], one more at the end: edges [out_first[b], out_first[b + 1]) */
	uint32_t *in_first;  /* likewise into in_edges */
	uint32_t *in_edges;  /* edge indices by target */
	uint32_t *dominator; /* [block] immediate one; the entry's is itself */
	uint32_t *tree_in, *tree_out; /* [block] interval in the dominator tree's preorder */
	uint32_t *tree_first, *tree_next; /* children of a block in the dominator tree */
	struct graph_loop *loops; /* outer ones first */
	uint32_t loop_count;
	uint32_t *loop_of;   /* [block] innermost loop, or IR_NONE */
};

void graph_build(struct arena *arena, const struct ir_function *function, struct graph *graph);

/* Whether every way from the entry to `below` passes `above`. */
bool graph_dominates(const struct graph *graph, uint32_t above, uint32_t below);

#endif
