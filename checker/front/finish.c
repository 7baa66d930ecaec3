/*
 * The end of a function: gotos find their labels, blocks that nothing reaches or
 * that only jump on are dropped, and those that always follow each other are joined.
 */
#include "front/build.h"

#include <string.h>

/* --- gotos ----------------------------------------------------------------------- */

/* The innermost scope that both are in. */
static struct scope *common_scope(struct scope *x, struct scope *y)
{
	while (x != y) {
		uint32_t x_depth = x ? x->depth : 0, y_depth = y ? y->depth : 0;

		if (x_depth >= y_depth)
			x = x->outer;
		if (y_depth >= x_depth)
			y = y->outer;
	}
	return x;
}

static void finish_gotos(struct builder *b)
{
	for (size_t i = 0; i < b->gotos.len; i++) {
		struct pending_goto *pending = &b->gotos.items[i];
		struct label *label = &b->labels.items[pending->label];

		b->block = pending->block;
		b->here = pending->place;
		if (!label->placed) {
			build_insn_at(b, IR_UNREACHABLE, pending->place);
			continue;
		}
		build_leave_from(b, pending->scope, common_scope(pending->scope, label->scope), pending->place);
		build_jump(b, label->block);
	}
}

static void finish_indirects(struct builder *b)
{
	for (size_t i = 0; i < b->indirects.len; i++) {
		struct pending_indirect *pending = &b->indirects.items[i];
		struct ir_insn *insn;
		uint32_t count = 0;

		b->block = pending->block;
		insn = build_insn_at(b, IR_INDIRECT, pending->place);
		insn->a = pending->value;
		build_targets(b, insn, (uint32_t)b->labels.len + 1);
		if (pending->next != IR_NONE)
			insn->targets[count++] = pending->next;
		for (size_t l = 0; l < b->labels.len; l++)
			if (b->labels.items[l].placed && (b->labels.items[l].address_taken || pending->next != IR_NONE))
				insn->targets[count++] = b->labels.items[l].block;
		insn->target_count = count;
	}
}

/* --- the graph of blocks ----------------------------------------------------------- */

struct graph {
	struct builder *b;
	uint32_t *jumps;   /* where a block that only jumps leads; else itself */
	uint32_t *sources; /* how many edges enter; 0: nothing reaches it */
	uint32_t *number;  /* of the block in the function; IR_NONE: dropped, or joined to the one before */
	bool *header;	   /* of a loop that has a mark: kept as a block of its own */
};

static struct ir_insn *terminator(struct builder *b, uint32_t block)
{
	struct draft_block *draft = &b->front->drafts.items[block];

	return &draft->insns.items[draft->insns.len - 1];
}

static bool only_jumps(const struct graph *graph, uint32_t block)
{
	const struct draft_block *draft = &graph->b->front->drafts.items[block];

	return draft->insns.len == 1 && draft->insns.items[0].kind == IR_JUMP && !graph->header[block];
}

/* Follows jumps to the end; stays in an endless ring of them. */
static uint32_t lands(const struct graph *graph, uint32_t block)
{
	uint32_t steps = 0, at = block;

	while (only_jumps(graph, at) && steps++ < graph->b->block_count)
		at = terminator(graph->b, at)->targets[0];
	return only_jumps(graph, at) ? block : at;
}

/* A branch whose two ways meet at once is a jump. */
static void thread_jumps(struct graph *graph)
{
	struct builder *b = graph->b;

	for (size_t i = 0; i < b->order.len; i++)
		graph->jumps[b->order.items[i]] = lands(graph, b->order.items[i]);
	for (size_t i = 0; i < b->order.len; i++) {
		struct ir_insn *end = terminator(b, b->order.items[i]);

		for (uint32_t t = 0; t < end->target_count; t++)
			end->targets[t] = graph->jumps[end->targets[t]];
		if (end->kind == IR_BRANCH && end->targets[0] == end->targets[1]) {
			end->kind = IR_JUMP;
			end->a = ir_value_none();
			end->target_count = 1;
		}
	}
}

static void count_sources(struct graph *graph)
{
	struct builder *b = graph->b;
	uint32_t *stack = arena_array(&b->front->scratch, uint32_t, b->block_count), depth = 0;

	graph->sources[b->order.items[0]] = 1;
	stack[depth++] = b->order.items[0];
	while (depth > 0) {
		const struct ir_insn *end = terminator(b, stack[--depth]);

		for (uint32_t t = 0; t < end->target_count; t++)
			if (graph->sources[end->targets[t]]++ == 0)
				stack[depth++] = end->targets[t];
	}
}

/* The block that is joined to this one: the only way in, by the only way out. IR_NONE where there is none. */
static uint32_t follower(const struct graph *graph, uint32_t block)
{
	const struct ir_insn *end = terminator(graph->b, block);

	if (end->kind != IR_JUMP || graph->sources[end->targets[0]] != 1 || graph->header[end->targets[0]])
		return IR_NONE;
	return end->targets[0];
}

static void number_blocks(struct graph *graph)
{
	struct builder *b = graph->b;
	bool *joined = arena_array(&b->front->scratch, bool, b->block_count);
	uint32_t next = 0;

	for (size_t i = 0; i < b->order.len; i++) {
		uint32_t block = b->order.items[i], behind;

		if (graph->sources[block] && (behind = follower(graph, block)) != IR_NONE)
			joined[behind] = true;
	}
	memset(graph->number, 0xff, b->block_count * sizeof *graph->number);
	for (size_t i = 0; i < b->order.len; i++)
		if (graph->sources[b->order.items[i]] && !joined[b->order.items[i]])
			graph->number[b->order.items[i]] = next++;
}

/* A block with all that is joined to it; a jump between two joined ones goes. */
static void copy_blocks(struct graph *graph, uint32_t first)
{
	struct builder *b = graph->b;
	struct ir_block block = {0};
	struct ir_insn *end, *to;
	size_t count = 0;

	for (uint32_t at = first; at != IR_NONE; at = follower(graph, at))
		count += b->front->drafts.items[at].insns.len - (follower(graph, at) != IR_NONE);
	to = block.insns.items = arena_array(b->front->arena, struct ir_insn, count);
	block.insns.len = block.insns.cap = count;
	for (uint32_t at = first; at != IR_NONE; at = follower(graph, at)) {
		size_t part = b->front->drafts.items[at].insns.len - (follower(graph, at) != IR_NONE);

		memcpy(to, b->front->drafts.items[at].insns.items, part * sizeof *to);
		to += part;
	}
	end = &block.insns.items[count - 1];
	for (uint32_t t = 0; t < end->target_count; t++)
		end->targets[t] = graph->number[end->targets[t]];
	vec_push(b->front->arena, &b->function->blocks, block);
}

static void finish_loops(struct graph *graph)
{
	struct ir_function *function = graph->b->function;
	size_t kept = 0;

	for (size_t i = 0; i < function->loops.len; i++) {
		struct ir_loop_mark mark = function->loops.items[i];

		mark.header = graph->number[mark.header];
		if (mark.header != IR_NONE)
			function->loops.items[kept++] = mark;
	}
	function->loops.len = kept;
}

void build_finish(struct builder *b)
{
	struct arena *scratch = &b->front->scratch;
	struct arena_mark mark = arena_mark(scratch);
	struct graph graph = {.b = b};

	finish_gotos(b);
	finish_indirects(b);
	b->block = IR_NONE;
	graph.jumps = arena_array(scratch, uint32_t, b->block_count);
	graph.sources = arena_array(scratch, uint32_t, b->block_count);
	graph.number = arena_array(scratch, uint32_t, b->block_count);
	graph.header = arena_array(scratch, bool, b->block_count);
	for (size_t i = 0; i < b->function->loops.len; i++)
		graph.header[b->function->loops.items[i].header] = true;
	thread_jumps(&graph);
	count_sources(&graph);
	number_blocks(&graph);
	for (size_t i = 0; i < b->order.len; i++)
		if (graph.number[b->order.items[i]] != IR_NONE)
			copy_blocks(&graph, b->order.items[i]);
	finish_loops(&graph);
	arena_rewind(scratch, mark);
}
