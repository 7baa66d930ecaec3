/* Paths of one function with what they know: who holds the pointer, what conditions said before. */
#include "rules/env_follow_parts.h"

/* States of one block: from the first on they forget conditions, from the second on they are dropped. */
#define STATES_PLAIN 32
#define STATES_LIMIT 128

/* The argument with which a join is entered from a block; UINT32_MAX: it keeps its value. */
static uint32_t argument_from(const Fact__Origin *join, uint32_t block)
{
	for (size_t i = 0; i < join->n_from; i++)
		if (join->from[i] == block)
			return join->args[i];
	return UINT32_MAX;
}

static void enter_joins(const struct follow *f, struct follow_state *state, uint32_t from, uint32_t to)
{
	struct follow_state before = *state;

	for (size_t i = 0; i < f->joins.len; i++) {
		const Fact__Origin *join = follow_origin(f, f->joins.items[i]);
		uint32_t argument = argument_from(join, from);
		uint64_t bit = UINT64_C(2) << i;

		if (join->number - 1 == to && argument != UINT32_MAX)
			state->holders = follow_held(f, &before, argument) ? state->holders | bit : state->holders & ~bit;
	}
	for (size_t i = 0; i < f->signs.len; i++) {
		const Fact__Origin *join = follow_origin(f, f->signs.items[i]);
		uint32_t argument = argument_from(join, from);

		if (join->number - 1 != to || argument == UINT32_MAX)
			continue;
		state->signs &= ~(UINT64_C(3) << (2 * i));
		state->signs |= (uint64_t)follow_sign(f, &before, argument) << (2 * i);
	}
}

static bool same_state(const struct follow_state *a, const struct follow_state *b)
{
	return a->holders == b->holders && a->signs == b->signs && a->relations == b->relations &&
	       a->cells == b->cells && a->marked == b->marked && a->result_known == b->result_known;
}

static void go_to(struct follow *f, struct follow_state state, uint32_t block)
{
	struct visited_states *visited = &f->visited[block];

	state.block = block;
	if (visited->all.len >= STATES_PLAIN) {
		state.signs = 0;
		state.relations = 0;
	}
	for (size_t i = 0; i < visited->all.len; i++)
		if (same_state(&visited->all.items[i], &state))
			return;
	if (visited->all.len >= STATES_LIMIT)
		return;
	vec_push(&f->arena, &visited->all, state);
	vec_push(&f->arena, &f->todo, state);
}

/* --- the walk ----------------------------------------------------------------------------------- */

static void pass_store(const struct follow *f, struct follow_state *state, const Fact__Event *store)
{
	size_t cell = follow_cell(f, store->target->origin);

	if (cell == f->cells.len)
		return;
	if (follow_held(f, state, store->value->origin))
		state->cells |= UINT32_C(1) << cell;
	else if (follow_origin(f, store->target->origin)->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		state->cells &= ~(UINT32_C(1) << cell);
}

/* A call that leaves the pointer in a variable: a view of it, a list. */
static void pass_call(const struct follow *f, struct follow_state *state, uint32_t index)
{
	const struct follow_query *query = f->query;
	const Fact__Event *call = query->function->facts->events[index];

	for (size_t a = 0; a < call->n_args; a++) {
		const Fact__Operand *keeper = env_keeper(query->env, query->function, index, a);
		size_t from = follow_cell(f, call->args[a]->origin), to = keeper ? follow_cell(f, keeper->origin) : 0;
		bool holds = keeper && (follow_held(f, state, call->args[a]->origin) ||
					(from < f->cells.len && state->cells >> from & 1));

		if (holds && to < f->cells.len)
			state->cells |= UINT32_C(1) << to;
	}
}

/* False where the path ends. */
static bool pass_event(const struct follow *f, struct follow_state *state, uint32_t index)
{
	const struct follow_query *query = f->query;
	const Fact__Event *event = query->function->facts->events[index];
	struct follow_at at = { .follow = f, .state = state, .event = index, .marked = state->marked };
	enum follow_next next = query->visit(query->data, &at);

	state->marked = at.marked;
	if (next == FOLLOW_END || event->kind == FACT__EVENT_KIND__EVENT_RETURN)
		return false;
	if (event->kind == FACT__EVENT_KIND__EVENT_STORE)
		pass_store(f, state, event);
	else if (event->kind == FACT__EVENT_KIND__EVENT_CALL)
		pass_call(f, state, index);
	if (index == f->root_event)
		state->holders &= ~UINT64_C(1); /* called again: another pointer */
	if (index == query->from)
		state->result_known = false;
	return program_call_returns(query->env->program, query->function, index);
}

static void pass_block(struct follow *f, struct follow_state state, uint32_t position)
{
	const Fact__Block *block = f->query->function->facts->blocks[state.block];

	for (uint32_t i = position; i < block->event_count; i++)
		if (!pass_event(f, &state, block->first_event + i))
			return;
	for (size_t i = 0; i < block->n_edges; i++) {
		const Fact__Edge *edge = block->edges[i];
		struct follow_state next = state;

		if (!follow_take(f, &next, edge))
			continue;
		if (edge->is_back)
			next.relations = 0;
		enter_joins(f, &next, state.block, edge->to);
		go_to(f, next, edge->to);
	}
}

void follow_paths(const struct follow_query *query)
{
	const Fact__Function *facts = query->function->facts;
	uint32_t block = facts->events[query->from]->block;
	struct follow_state start = { .block = block, .result_known = query->result == FOLLOW_RESULT_ZERO };
	struct follow f = { .query = query, .root_event = -1 };
	size_t join;

	if (follow_origin(&f, query->origin)->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT)
		f.root_event = follow_origin(&f, query->origin)->number;
	f.visited = arena_array(&f.arena, struct visited_states, facts->n_blocks);
	follow_find_joins(&f);
	follow_find_conditions(&f);
	join = follow_index(f.joins.items, f.joins.len, query->origin);
	f.root_bit = join < f.joins.len ? (unsigned)join + 1 : 0;
	start.holders = UINT64_C(1) << f.root_bit;
	if (program_call_returns(query->env->program, query->function, query->from))
		pass_block(&f, start, query->from + 1 - facts->blocks[block]->first_event);
	while (f.todo.len) {
		struct follow_state state = f.todo.items[--f.todo.len];

		pass_block(&f, state, 0);
	}
	arena_release(&f.arena);
}
