/* Control flow graphs: reverse postorder, dominators (Cooper, Harvey and Kennedy, 2001), natural loops. */
#include "flow/graph.h"

#include <string.h>

static const struct ir_insn *terminator(const struct ir_function *function, uint32_t block)
{
	return &function->blocks.items[block].insns.items[function->blocks.items[block].insns.len - 1];
}

static void filled(uint32_t *items, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		items[i] = IR_NONE;
}

/* Depth first without recursion: `next` remembers how far each block on the stack has come. */
static void number_blocks(struct arena *arena, struct graph *graph)
{
	uint32_t n = graph->block_count, depth = 0, post = n;
	uint32_t *stack = arena_array(arena, uint32_t, n + 1), *next = arena_array(arena, uint32_t, n + 1);
	bool *seen = arena_array(arena, bool, n + 1);
	uint32_t *reversed = arena_array(arena, uint32_t, n + 1);

	stack[depth++] = 0;
	seen[0] = true;
	while (depth > 0) {
		uint32_t block = stack[depth - 1];
		const struct ir_insn *end = terminator(graph->function, block);

		if (next[block] < end->target_count) {
			uint32_t to = end->targets[next[block]++];

			if (!seen[to]) {
				seen[to] = true;
				stack[depth++] = to;
			}
			continue;
		}
		reversed[--post] = block;
		depth--;
	}
	graph->order_count = n - post;
	graph->order = arena_array(arena, uint32_t, graph->order_count + 1);
	memcpy(graph->order, reversed + post, graph->order_count * sizeof *graph->order);
	graph->order_of = arena_array(arena, uint32_t, n + 1);
	filled(graph->order_of, n);
	for (uint32_t i = 0; i < graph->order_count; i++)
		graph->order_of[graph->order[i]] = i;
}

static void collect_edges(struct arena *arena, struct graph *graph)
{
	uint32_t n = graph->block_count, count = 0;
	uint32_t *fill;

	for (uint32_t i = 0; i < graph->order_count; i++)
		count += terminator(graph->function, graph->order[i])->target_count;
	graph->edges = arena_array(arena, struct graph_edge, count + 1);
	graph->in_edges = arena_array(arena, uint32_t, count + 1);
	graph->out_first = arena_array(arena, uint32_t, n + 2);
	graph->in_first = arena_array(arena, uint32_t, n + 2);
	for (uint32_t block = 0; block < n; block++) {
		const struct ir_insn *end = terminator(graph->function, block);

		graph->out_first[block] = graph->edge_count;
		if (graph->order_of[block] == IR_NONE)
			continue;
		for (uint32_t slot = 0; slot < end->target_count; slot++) {
			graph->edges[graph->edge_count++] = (struct graph_edge){ block, end->targets[slot], slot, false };
			graph->in_first[end->targets[slot] + 1]++;
		}
	}
	graph->out_first[n] = graph->edge_count;
	for (uint32_t block = 0; block < n; block++)
		graph->in_first[block + 1] += graph->in_first[block];
	fill = arena_array(arena, uint32_t, n + 1);
	for (uint32_t e = 0; e < graph->edge_count; e++) {
		uint32_t to = graph->edges[e].to;

		graph->in_edges[graph->in_first[to] + fill[to]++] = e;
	}
}

static uint32_t common_dominator(const struct graph *graph, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (graph->order_of[a] > graph->order_of[b])
			a = graph->dominator[a];
		while (graph->order_of[b] > graph->order_of[a])
			b = graph->dominator[b];
	}
	return a;
}

static void find_dominators(struct arena *arena, struct graph *graph)
{
	bool changed = true;

	graph->dominator = arena_array(arena, uint32_t, graph->block_count + 1);
	filled(graph->dominator, graph->block_count);
	graph->dominator[0] = 0;
	while (changed) {
		changed = false;
		for (uint32_t i = 1; i < graph->order_count; i++) {
			uint32_t block = graph->order[i], found = IR_NONE;

			for (uint32_t k = graph->in_first[block]; k < graph->in_first[block + 1]; k++) {
				uint32_t from = graph->edges[graph->in_edges[k]].from;

				if (graph->dominator[from] == IR_NONE)
					continue;
				found = found == IR_NONE ? from : common_dominator(graph, from, found);
			}
			if (graph->dominator[block] != found) {
				graph->dominator[block] = found;
				changed = true;
			}
		}
	}
}

/* Children of each block in the tree, and intervals that answer "dominates" at once. */
static void number_tree(struct arena *arena, struct graph *graph)
{
	uint32_t n = graph->block_count, depth = 0, clock = 0;
	uint32_t *stack = arena_array(arena, uint32_t, n + 1), *next = arena_array(arena, uint32_t, n + 1);

	graph->tree_first = arena_array(arena, uint32_t, n + 1);
	graph->tree_next = arena_array(arena, uint32_t, n + 1);
	graph->tree_in = arena_array(arena, uint32_t, n + 1);
	graph->tree_out = arena_array(arena, uint32_t, n + 1);
	filled(graph->tree_first, n);
	filled(graph->tree_next, n);
	for (uint32_t i = graph->order_count; i-- > 1;) {
		uint32_t block = graph->order[i], above = graph->dominator[block];

		graph->tree_next[block] = graph->tree_first[above];
		graph->tree_first[above] = block;
	}
	stack[depth++] = 0;
	next[0] = graph->tree_first[0];
	graph->tree_in[0] = clock++;
	while (depth > 0) {
		uint32_t block = stack[depth - 1], child = next[block];

		if (child == IR_NONE) {
			graph->tree_out[block] = clock++;
			depth--;
			continue;
		}
		next[block] = graph->tree_next[child];
		next[child] = graph->tree_first[child];
		graph->tree_in[child] = clock++;
		stack[depth++] = child;
	}
}

bool graph_dominates(const struct graph *graph, uint32_t above, uint32_t below)
{
	return graph->tree_in[above] <= graph->tree_in[below] && graph->tree_out[below] <= graph->tree_out[above];
}

/* Blocks that reach the back edge's source without passing the header. Inner loops come later and so win. */
static void fill_loop(const struct graph *graph, uint32_t loop, uint32_t *stack, uint32_t *mark)
{
	uint32_t header = graph->loops[loop].header, depth = 0;

	graph->loop_of[header] = loop;
	mark[header] = loop;
	for (uint32_t k = graph->in_first[header]; k < graph->in_first[header + 1]; k++) {
		const struct graph_edge *edge = &graph->edges[graph->in_edges[k]];

		if (edge->back && mark[edge->from] != loop) {
			mark[edge->from] = loop;
			stack[depth++] = edge->from;
		}
	}
	while (depth > 0) {
		uint32_t block = stack[--depth];

		graph->loop_of[block] = loop;
		for (uint32_t k = graph->in_first[block]; k < graph->in_first[block + 1]; k++) {
			uint32_t from = graph->edges[graph->in_edges[k]].from;

			if (mark[from] != loop) {
				mark[from] = loop;
				stack[depth++] = from;
			}
		}
	}
}

static void describe_loop(const struct ir_function *function, struct graph_loop *loop)
{
	loop->kind = IR_LOOP_GOTO;
	loop->place = function->blocks.items[loop->header].insns.items[0].place;
	for (size_t i = 0; i < function->loops.len; i++)
		if (function->loops.items[i].header == loop->header) {
			loop->kind = function->loops.items[i].kind;
			loop->place = function->loops.items[i].place;
			return;
		}
}

static void find_loops(struct arena *arena, struct graph *graph)
{
	uint32_t *stack = arena_array(arena, uint32_t, graph->block_count + 1);
	uint32_t *mark = arena_array(arena, uint32_t, graph->block_count + 1);

	filled(mark, graph->block_count);
	graph->loops = arena_array(arena, struct graph_loop, graph->order_count + 1);
	graph->loop_of = arena_array(arena, uint32_t, graph->block_count + 1);
	filled(graph->loop_of, graph->block_count);
	for (uint32_t e = 0; e < graph->edge_count; e++)
		graph->edges[e].back = graph_dominates(graph, graph->edges[e].to, graph->edges[e].from);
	/* In reverse postorder an outer header comes before the headers inside its loop. */
	for (uint32_t i = 0; i < graph->order_count; i++) {
		uint32_t block = graph->order[i];
		bool header = false;

		for (uint32_t k = graph->in_first[block]; k < graph->in_first[block + 1] && !header; k++)
			header = graph->edges[graph->in_edges[k]].back;
		if (!header)
			continue;
		graph->loops[graph->loop_count] = (struct graph_loop){ .header = block, .parent = graph->loop_of[block] };
		describe_loop(graph->function, &graph->loops[graph->loop_count]);
		fill_loop(graph, graph->loop_count++, stack, mark);
	}
}

void graph_build(struct arena *arena, const struct ir_function *function, struct graph *graph)
{
	*graph = (struct graph){ .function = function, .block_count = (uint32_t)function->blocks.len };
	number_blocks(arena, graph);
	collect_edges(arena, graph);
	find_dominators(arena, graph);
	number_tree(arena, graph);
	find_loops(arena, graph);
}
