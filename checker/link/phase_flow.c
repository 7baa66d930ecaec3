/* Runs a context over the blocks of its function: sets of states, event by event and edge by edge. */
#include "link/phase_parts.h"

/* --- joins ----------------------------------------------------------------- */

static bool has_edge(const Fact__Block *block, uint32_t to)
{
	for (size_t i = 0; i < block->n_edges; i++)
		if (block->edges[i]->to == to)
			return true;
	return false;
}

/* A join in a block of its own that is gone around is one that may happen: `if (a && b) join();`. */
static void find_skipped(struct phases *p, const Fact__Function *f, uint32_t block, const struct handle *handle,
			 struct phase_function *known)
{
	uint32_t above = f->blocks[block]->dominator, to;

	if (f->blocks[block]->n_edges != 1)
		return;
	to = f->blocks[block]->edges[0]->to;
	for (; above && has_edge(f->blocks[above - 1], block) && has_edge(f->blocks[above - 1], to);
	     block = above - 1, above = f->blocks[block]->dominator)
		vec_push(p->arena, &known->skipped, (struct skipped_join){ above - 1, to, *handle });
}

/* How far a joined handle is followed to the pointer that it lies behind. */
#define LIST_STEP_LIMIT 64

static bool stored_in_loop(const Fact__Function *f, uint32_t address, uint32_t loop)
{
	for (size_t i = 0; i < f->n_events; i++)
		if (f->events[i]->kind == FACT__EVENT_KIND__EVENT_STORE && f->events[i]->loop == loop &&
		    f->events[i]->target->origin == address)
			return true;
	return false;
}

/* Whether the joined thread's handle lies behind a pointer that is another one in each round: a list's element. */
static bool joins_list(const Fact__Function *f, const Fact__Event *event, uint32_t argument)
{
	const Fact__Origin *o = argument < event->n_args ? f->origins[event->args[argument]->origin] : NULL;
	bool behind = false;

	for (int steps = 0; o && steps < LIST_STEP_LIMIT; steps++) {
		if (o->kind == FACT__ORIGIN_KIND__ORIGIN_UNION)
			return behind && o->number;
		if (o->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD && behind && stored_in_loop(f, o->args[0], event->loop))
			return true;
		if (o->kind != FACT__ORIGIN_KIND__ORIGIN_LOAD && o->kind != FACT__ORIGIN_KIND__ORIGIN_FIELD &&
		    o->kind != FACT__ORIGIN_KIND__ORIGIN_CAST)
			return false;
		behind = behind || o->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD;
		o = f->origins[o->args[0]];
	}
	return false;
}

static void find_joins(struct phases *p, const struct function *f, struct phase_function *known)
{
	for (size_t i = 0; i < f->calls.len; i++) {
		const struct call *call = &p->program->calls.items[f->calls.items[i]];
		const struct effect *effect = effect_of(p, call);
		const Fact__Event *event = f->facts->events[call->event];
		struct handle handle;
		bool many;

		if (!effect || !effect->joins || !join_handle(p, f, call->event, effect->argument, &handle, &many))
			continue;
		if (event->loop && (many || joins_list(f->facts, event, effect->argument)))
			vec_push(p->arena, &known->joins, (struct loop_join){ event->loop - 1, handle });
		else
			find_skipped(p, f->facts, event->block, &handle, known);
	}
	known->joins_known = true;
}

/* `loop`: 1 + loop, 0 for none. */
static bool lies_in(const Fact__Function *f, uint32_t loop, uint32_t outer)
{
	while (loop && loop - 1 != outer)
		loop = f->loops[loop - 1]->parent;
	return loop != 0;
}

/* What was joined in the loops that the edge leaves, and what may have been where it goes around a join. */
static void join_on_edge(struct phases *p, const struct function *f, const Fact__Block *from, uint32_t to,
			 struct state *state)
{
	struct phase_function *known = &p->functions[f->id];

	if (!known->may_join || state->threads != THREADS_THREADED)
		return;
	if (!known->joins_known)
		find_joins(p, f, known);
	for (size_t i = 0; i < known->joins.len; i++) {
		uint32_t loop = known->joins.items[i].loop;

		if (lies_in(f->facts, from->loop, loop) && !lies_in(f->facts, f->facts->blocks[to]->loop, loop))
			state_join(p, state, &known->joins.items[i].handle);
	}
	for (size_t i = 0; i < known->skipped.len; i++)
		if (f->facts->blocks[known->skipped.items[i].from] == from && known->skipped.items[i].to == to)
			state_doubt(p, state, &known->skipped.items[i].handle);
}

/*
 * Blocks come in reverse postorder: behind the last one that asks for a result,
 * only another round of a loop could. Knowing it no longer tells ways apart.
 */
static void forget_result(struct phases *p, const struct function *f, uint32_t to, struct state *state)
{
	uint32_t asked = state->result ? results_asked(p, f)[state->result - 1] : 0;

	if (!asked || to < asked)
		return;
	state->result = 0;
	state->signs = 0;
}

bool edge_takes(struct phases *p, const struct function *f, const Fact__Block *block, const Fact__Edge *edge,
		struct state *state)
{
	if (!edge_allows(p, f, block, edge, state))
		return false;
	join_on_edge(p, f, block, edge->to, state);
	forget_result(p, f, edge->to, state);
	return true;
}

/* --- blocks --------------------------------------------------------------- */

static uint32_t next_bit(uint64_t *set)
{
	uint32_t bit = (uint32_t)__builtin_ctzll(*set);

	*set &= *set - 1;
	return bit;
}

static const struct state *state_at(const struct phases *p, const struct context *c, uint32_t bit)
{
	return &p->states.items[c->states.items[bit]];
}

/* Events from..to - 1 are reached in these states. */
static void write_down(struct phases *p, const struct context *c, uint32_t from, uint32_t to, uint64_t set)
{
	struct phase_function *known = &p->functions[c->function];
	uint64_t bits = 0;

	if (!known->reached)
		known->reached = arena_array(p->arena, uint64_t,
					     p->program->functions.items[c->function].facts->n_events);
	while (set)
		bits |= (uint64_t)1 << phase_bit(state_at(p, c, next_bit(&set)));
	for (uint32_t event = from; event < to; event++)
		known->reached[event] |= bits;
}

static uint64_t call_pass(struct phases *p, struct context *c, const struct function *f, struct edge_range calls,
			  uint64_t set)
{
	uint64_t after = 0;

	if (call_is_plain(p, f, calls))
		return set;
	while (set)
		after |= call_step(p, c, calls, next_bit(&set));
	return after;
}

static void return_pass(struct phases *p, struct context *c, const struct function *f, uint32_t event, uint64_t set)
{
	while (set) {
		struct state state = *state_at(p, c, next_bit(&set)), left = state;

		if (f->is_main)
			note_exit(p, &state);
		if (p->functions[f->id].may_change || f->facts->constructor)
			left = state_leave(p, f, event, &state);
		context_exit(p, c, &left);
	}
}

static void edge_pass(struct phases *p, struct context *c, const struct function *f, const Fact__Block *block,
		      const Fact__Edge *edge, uint64_t set)
{
	uint64_t out = 0;

	while (set) {
		uint32_t bit = next_bit(&set);
		struct state state = *state_at(p, c, bit);

		if (edge_takes(p, f, block, edge, &state))
			out |= context_set(p, c, &state);
	}
	if (!(out & ~c->in[edge->to]))
		return;
	c->in[edge->to] |= out;
	context_wake(p, c, edge->to);
}

static void block_pass(struct phases *p, struct context *c, uint32_t index)
{
	const struct function *f = &p->program->functions.items[c->function];
	const Fact__Block *block = f->facts->blocks[index];
	uint32_t event = block->first_event, end = event + block->event_count;
	size_t call = event_calls(p, f, event).first;
	uint64_t set = c->in[index];

	while (set && event < end) {
		struct edge_range calls = edges_together(p, f, call);
		uint32_t next = calls.end > call ? edge_event(p, f, call) : end;

		if (p->tables->tracing)
			write_down(p, c, event, next < end ? next + 1 : end, set);
		if (next >= end)
			break;
		set = call_pass(p, c, f, calls, set);
		event = next + 1;
		call = calls.end;
	}
	if (set && block->event_count && f->facts->events[end - 1]->kind == FACT__EVENT_KIND__EVENT_RETURN)
		return_pass(p, c, f, end - 1, set);
	for (size_t i = 0; set && i < block->n_edges; i++)
		edge_pass(p, c, f, block, block->edges[i], set);
}

void context_run(struct phases *p, struct context *c)
{
	size_t blocks = p->program->functions.items[c->function].facts->n_blocks;
	uint32_t block = c->first_waiting;

	/* In reverse postorder, the lowest one that waits is the best to run. */
	c->queued = false;
	while (block < blocks) {
		c->first_waiting = block + 1;
		if (c->waiting[block]) {
			c->waiting[block] = false;
			block_pass(p, c, block);
		}
		block = c->first_waiting;
	}
}

void context_trace(struct phases *p, struct context *c)
{
	size_t blocks = p->program->functions.items[c->function].facts->n_blocks;

	for (size_t i = 0; i < blocks; i++)
		if (c->in[i])
			block_pass(p, c, (uint32_t)i);
}
