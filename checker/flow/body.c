/*
 * Puts a function into static single assignment form: phis at dominance
 * frontiers (Cytron et al., 1991), then one walk of the dominator tree that
 * turns instructions into values and events.
 */
#include "flow/builder.h"

static bool is_memory(const struct builder *b, uint32_t variable)
{
	return variable == SHARED_MEMORY || b->body->is_object[b->local_of[variable]];
}

/* --- variables and phis --------------------------------------------------- */

static void number_variables(struct builder *b)
{
	const struct ir_function *function = b->body->function;
	size_t locals = function->locals.len;

	b->variable_of = arena_array(b->body->arena, uint32_t, locals + 1);
	b->local_of = arena_array(b->body->arena, uint32_t, locals + 1);
	b->local_of[SHARED_MEMORY] = IR_NONE;
	b->variable_count = 1;
	for (uint32_t local = 0; local < locals; local++) {
		b->variable_of[local] = SHARED_MEMORY;
		if (b->body->is_object[local] && b->body->escapes[local])
			continue;
		b->local_of[b->variable_count] = local;
		b->variable_of[local] = b->variable_count++;
	}
}

/* The variable that an instruction writes, or IR_NONE. */
static uint32_t written(const struct builder *b, const struct ir_insn *insn)
{
	switch (insn->kind) {
	case IR_STORE:
	case IR_ZERO:
		return insn->memory.base == IR_B_LOCAL ? b->variable_of[insn->memory.index] : SHARED_MEMORY;
	case IR_CALL:
	case IR_OPAQUE:
		return SHARED_MEMORY;
	default:
		return IR_NONE;
	}
}

struct block_list {
	VEC(uint32_t) items;
};

static struct block_list *frontiers(struct builder *b)
{
	const struct graph *graph = &b->body->graph;
	struct block_list *lists = arena_array(b->body->arena, struct block_list, graph->block_count + 1);

	for (uint32_t i = 0; i < graph->order_count; i++) {
		uint32_t block = graph->order[i];

		if (graph->in_first[block + 1] - graph->in_first[block] < 2)
			continue;
		for (uint32_t k = graph->in_first[block]; k < graph->in_first[block + 1]; k++) {
			uint32_t runner = graph->edges[graph->in_edges[k]].from;

			while (runner != graph->dominator[block]) {
				struct block_list *list = &lists[runner];

				if (!list->items.len || list->items.items[list->items.len - 1] != block)
					vec_push(b->body->arena, &list->items, block);
				runner = graph->dominator[runner];
			}
		}
	}
	return lists;
}

/* Blocks that write each variable, each block once. */
static struct block_list *writers(struct builder *b)
{
	const struct graph *graph = &b->body->graph;
	struct block_list *lists = arena_array(b->body->arena, struct block_list, b->variable_count);

	for (uint32_t i = 0; i < graph->order_count; i++) {
		const struct ir_block *block = &b->body->function->blocks.items[graph->order[i]];

		for (size_t k = 0; k < block->insns.len; k++) {
			uint32_t variable = written(b, &block->insns.items[k]);

			if (variable == IR_NONE)
				continue;
			if (!lists[variable].items.len ||
			    lists[variable].items.items[lists[variable].items.len - 1] != graph->order[i])
				vec_push(b->body->arena, &lists[variable].items, graph->order[i]);
		}
	}
	return lists;
}

static uint32_t make_phi(struct builder *b, uint32_t variable, uint32_t block)
{
	const struct graph *graph = &b->body->graph;
	uint32_t count = graph->in_first[block + 1] - graph->in_first[block];
	uint32_t *args = arena_array(b->body->arena, uint32_t, count);

	if (is_memory(b, variable)) {
		struct version version = { .kind = VERSION_PHI, .block = block, .arg_count = count, .args = args };

		vec_push(b->body->arena, &b->body->values.versions, version);
		return (uint32_t)b->body->values.versions.len - 1;
	}
	return value_fresh(&b->body->values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_UNION,
							     .type = b->body->function->locals.items[b->local_of[variable]].type,
							     .block = block,
							     .arg_count = count,
							     .args = args });
}

static void place_phis(struct builder *b)
{
	struct block_list *frontier = frontiers(b), *writer = writers(b);
	uint32_t *placed = arena_array(b->body->arena, uint32_t, b->body->graph.block_count + 1);

	b->phis = arena_array(b->body->arena, struct phis, b->body->graph.block_count + 1);
	for (uint32_t variable = 0; variable < b->variable_count; variable++) {
		struct block_list work = writer[variable];

		for (size_t i = 0; i < work.items.len; i++) {
			const struct block_list *list = &frontier[work.items.items[i]];

			for (size_t k = 0; k < list->items.len; k++) {
				uint32_t block = list->items.items[k];

				if (placed[block] == variable + 1)
					continue;
				placed[block] = variable + 1;
				vec_push(b->body->arena, &b->phis[block].items,
					 (struct phi){ variable, make_phi(b, variable, block) });
				vec_push(b->body->arena, &work.items, block);
			}
		}
	}
}

static void fill_phis(struct builder *b, uint32_t edge)
{
	const struct graph *graph = &b->body->graph;
	uint32_t to = graph->edges[edge].to, at = graph->in_first[to];
	struct phis *phis = &b->phis[to];

	while (graph->in_edges[at] != edge)
		at++;
	at -= graph->in_first[to];
	for (size_t i = 0; i < phis->items.len; i++) {
		const struct phi *phi = &phis->items.items[i];

		if (is_memory(b, phi->variable))
			b->body->values.versions.items[phi->node].args[at] = b->current[phi->variable];
		else
			b->body->values.all.items[phi->node].args[at] = b->current[phi->variable];
	}
}

/* --- the walk -------------------------------------------------------------------- */

static void enter_block(struct builder *b, uint32_t block)
{
	const struct ir_block *insns = &b->body->function->blocks.items[block];
	const struct graph *graph = &b->body->graph;

	b->block = block;
	for (size_t i = 0; i < b->phis[block].items.len; i++)
		builder_set(b, b->phis[block].items.items[i].variable, b->phis[block].items.items[i].node);
	b->body->events_of[block].first = (uint32_t)b->body->events.len;
	for (size_t i = 0; i < insns->insns.len; i++)
		builder_instruction(b, &insns->insns.items[i]);
	b->body->events_of[block].count = (uint32_t)b->body->events.len - b->body->events_of[block].first;
	for (uint32_t e = graph->out_first[block]; e < graph->out_first[block + 1]; e++)
		fill_phis(b, e);
}

static void begin_variables(struct builder *b)
{
	const struct ir_function *function = b->body->function;

	b->current = arena_array(b->body->arena, uint32_t, b->variable_count);
	for (uint32_t local = 0; local < function->locals.len; local++) {
		const struct ir_local *l = &function->locals.items[local];
		uint32_t value = value_make(&b->body->values,
					    &(struct value){ .kind = l->is_parameter ? FACT__ORIGIN_KIND__ORIGIN_PARAM
										     : FACT__ORIGIN_KIND__ORIGIN_UNDEFINED,
							     .type = l->type,
							     .number = l->is_parameter ? local : 0 });
		uint32_t at = value_make(&b->body->values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_LOCAL,
									   .type = l->type,
									   .number = local });

		if (!b->body->is_object[local])
			b->current[b->variable_of[local]] = value;
		else if (l->is_parameter)
			builder_write(b, b->variable_of[local],
				    (struct version){ .kind = VERSION_STORE, .address = at, .value = value });
	}
}

/* Preorder of the dominator tree; what a block set is taken back when its subtree is done. */
static void walk(struct builder *b)
{
	const struct graph *graph = &b->body->graph;
	uint32_t *stack = arena_array(b->body->arena, uint32_t, graph->block_count + 1);
	uint32_t *next = arena_array(b->body->arena, uint32_t, graph->block_count + 1);
	size_t *mark = arena_array(b->body->arena, size_t, graph->block_count + 1);
	uint32_t depth = 0;

	stack[depth++] = 0;
	next[0] = graph->tree_first[0];
	enter_block(b, 0);
	while (depth > 0) {
		uint32_t block = stack[depth - 1], child = next[block];

		if (child == IR_NONE) {
			for (; b->undo.len > mark[block]; b->undo.len--)
				b->current[b->undo.items[b->undo.len - 1].variable] = b->undo.items[b->undo.len - 1].before;
			depth--;
			continue;
		}
		next[block] = graph->tree_next[child];
		next[child] = graph->tree_first[child];
		mark[child] = b->undo.len;
		stack[depth++] = child;
		enter_block(b, child);
	}
}

void body_build(struct arena *arena, const struct ir_unit *unit, const struct ir_function *function,
		struct map *value_index, struct body *body)
{
	struct builder b = { .body = body };

	*body = (struct body){ .arena = arena, .unit = unit, .function = function };
	graph_build(arena, function, &body->graph);
	body_classify_locals(body);
	values_init(&body->values, arena, unit, value_index, body->graph.order_of);
	body->events_of = arena_array(arena, struct block_events, body->graph.block_count + 1);
	body->condition = arena_array(arena, uint32_t, body->graph.block_count + 1);
	b.temps = arena_array(arena, uint32_t, function->temp_count + 1);
	b.is_union = arena_array(arena, bool, unit->records.len + 1);
	for (size_t i = 0; i < unit->types.len; i++)
		if (unit->types.items[i].record != IR_NONE && unit->types.items[i].kind == IR_T_RECORD)
			b.is_union[unit->types.items[i].record] |= unit->types.items[i].is_union;
	number_variables(&b);
	place_phis(&b);
	begin_variables(&b);
	walk(&b);
	body_choose_loads(body);
}
