/* Counts calls on the longest path through each function, from one function up to all that lead to it. */
#include "rules/env_times.h"

#include "rules/trace.h"

struct counting {
	const struct program *program;
	struct arena arena;
	uint32_t target;    /* function that is counted */
	enum times *count;  /* [function] runs of the target within one run of it */
	bool *waiting;
	VEC(uint32_t) queue;
};

static enum times larger(enum times a, enum times b)
{
	return a > b ? a : b;
}

/* One after the other. */
static enum times sum(enum times a, enum times b)
{
	if (a == TIMES_NEVER || b == TIMES_NEVER)
		return larger(a, b);
	if (a == TIMES_ONCE_EVER && b == TIMES_ONCE_EVER)
		return TIMES_ONCE_EVER;
	return TIMES_OFTEN;
}

static bool comes_back(const struct program *program, const struct function *function, uint32_t event)
{
	struct path_query query = { .program = program, .function = function, .from = event };

	return function->facts->events[event]->loop && path_reaches_event(&query, event);
}

/* --- static flags ---------------------------------------------------------------------------- */

/* The global that an origin was read from, or NULL. */
static const struct global *content_of(const struct program *program, const struct function *function, uint32_t origin)
{
	const Fact__Origin *load = origin_of(function, origin_bare(function, origin)), *address;

	if (load->kind != FACT__ORIGIN_KIND__ORIGIN_LOAD)
		return NULL;
	address = origin_of(function, origin_root(function, load->args[0]));
	return address->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL ?
		       program_global(program, function->unit, address->symbol) :
		       NULL;
}

/* The address that a store, or a library call that fills memory, writes to. */
static const Fact__Operand *written(const struct program *program, const struct function *function, uint32_t index)
{
	const Fact__Event *event = function->facts->events[index];
	const char *callee = program_library_callee(program, function, index);
	const struct model_trait *writes = callee ? model_trait(callee, TRAIT_WRITES) : NULL;

	if (event->kind == FACT__EVENT_KIND__EVENT_STORE)
		return event->target;
	return writes && writes->a >= 0 && (size_t)writes->a < event->n_args ? event->args[writes->a] : NULL;
}

static bool sets_flag(const struct program *program, const struct function *function, const struct global *flag)
{
	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		const Fact__Event *event = function->facts->events[e];
		const Fact__Operand *target = written(program, function, e);
		const Fact__Origin *root, *value;

		if (!target)
			continue;
		root = origin_of(function, origin_root(function, target->origin));
		value = event->value ? origin_of(function, event->value->origin) : NULL;
		if (root->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL &&
		    program_global(program, function->unit, root->symbol) == flag &&
		    !(value && value->kind == FACT__ORIGIN_KIND__ORIGIN_INT && !value->number))
			return true;
	}
	return false;
}

/* Whether the edge is taken only while a flag, which the function then sets, is still zero. */
static bool asks_flag(const struct program *program, const struct function *function, const Fact__Edge *edge)
{
	const struct global *flag;
	const Fact__Origin *right;

	if (!edge->has_condition || edge->op != FACT__OP__OP_EQ)
		return false;
	right = origin_of(function, edge->right);
	flag = content_of(program, function, edge->left);
	return flag && right->kind == FACT__ORIGIN_KIND__ORIGIN_INT && !right->number &&
	       sets_flag(program, function, flag);
}

static bool guarded(const struct program *program, const struct function *function, uint32_t event)
{
	const Fact__Function *facts = function->facts;
	uint32_t block = facts->events[event]->block;

	for (size_t steps = facts->n_blocks; steps-- && facts->blocks[block]->dominator;) {
		uint32_t above = facts->blocks[block]->dominator - 1;

		for (size_t i = 0; i < facts->blocks[above]->n_edges; i++)
			if (facts->blocks[above]->edges[i]->to == block &&
			    asks_flag(program, function, facts->blocks[above]->edges[i]))
				return true;
		block = above;
	}
	return false;
}

/* --- one function ------------------------------------------------------------------------------ */

static enum times count_call(const struct counting *c, const struct call *call)
{
	enum times inside = call->target == UINT32_MAX ? TIMES_NEVER : c->count[call->target];
	const struct model_trait *runs = NULL;
	const char *library;

	if (inside == TIMES_NEVER || call->how != CALL_RUNS)
		return inside;
	library = program_library_callee(c->program, &c->program->functions.items[call->caller], call->event);
	runs = library ? model_trait(library, TRAIT_RUNS_ARG) : NULL;
	return runs && runs->b == 1 ? TIMES_ONCE_EVER : TIMES_OFTEN;
}

static enum times count_event(const struct counting *c, const struct function *function, uint32_t event)
{
	size_t count;
	const struct call *calls = program_calls_at(c->program, function, event, &count);
	enum times times = TIMES_NEVER;

	for (size_t i = 0; i < count; i++)
		times = larger(times, count_call(c, &calls[i]));
	if (times == TIMES_NEVER || times == TIMES_ONCE_EVER)
		return times;
	if (guarded(c->program, function, event))
		return TIMES_ONCE_EVER;
	return comes_back(c->program, function, event) ? TIMES_OFTEN : times;
}

/* What the block adds; `ends`: nothing behind it is reached. */
static enum times count_block(const struct counting *c, const struct function *function, const Fact__Block *block,
			      bool *ends)
{
	enum times times = TIMES_NEVER;

	*ends = false;
	for (uint32_t i = 0; i < block->event_count && !*ends; i++) {
		uint32_t event = block->first_event + i;

		if (function->facts->events[event]->kind != FACT__EVENT_KIND__EVENT_CALL)
			continue;
		times = sum(times, count_event(c, function, event));
		*ends = !program_call_returns(c->program, function, event);
	}
	return times;
}

/* Blocks stand in an order in which each comes after all that lead to it, but for loops; those are seen at their events. */
static enum times count_function(struct counting *c, const struct function *function)
{
	const Fact__Function *facts = function->facts;
	enum times *before = arena_array(&c->arena, enum times, facts->n_blocks + 1), most = TIMES_NEVER;

	for (size_t b = 0; b < facts->n_blocks; b++) {
		bool ends;
		enum times here = sum(before[b], count_block(c, function, facts->blocks[b], &ends));

		most = larger(most, here);
		for (size_t i = 0; i < facts->blocks[b]->n_edges && !ends; i++) {
			uint32_t to = facts->blocks[b]->edges[i]->to;

			if (!facts->blocks[b]->edges[i]->is_back)
				before[to] = larger(before[to], here);
		}
	}
	return most;
}

/* --- the program --------------------------------------------------------------------------------- */

static void wait_for_callers(struct counting *c, uint32_t callee)
{
	const struct function *function = &c->program->functions.items[callee];

	for (size_t i = 0; i < function->call_sites.len; i++) {
		uint32_t caller = c->program->calls.items[function->call_sites.items[i]].caller;

		if (c->waiting[caller])
			continue;
		c->waiting[caller] = true;
		vec_push(&c->arena, &c->queue, caller);
	}
}

static void count_all(struct counting *c)
{
	c->count[c->target] = TIMES_ONCE;
	wait_for_callers(c, c->target);
	for (size_t i = 0; i < c->queue.len; i++) {
		uint32_t f = c->queue.items[i];
		enum times times;

		c->waiting[f] = false;
		times = count_function(c, &c->program->functions.items[f]);
		if (f == c->target && times != TIMES_NEVER)
			times = TIMES_OFTEN; /* it comes back to itself */
		if (times <= c->count[f])
			continue;
		c->count[f] = times;
		wait_for_callers(c, f);
	}
}

static enum times total(const struct counting *c)
{
	enum times times = TIMES_NEVER;
	bool library = false;

	for (size_t f = 0; f < c->program->functions.len; f++) {
		const struct function *function = &c->program->functions.items[f];

		if (function->is_main || function->facts->constructor || function->facts->destructor)
			times = sum(times, c->count[f]);
		library |= function->exported && c->count[f] != TIMES_NEVER;
	}
	for (size_t i = 0; i < c->program->loose.len; i++)
		if (c->count[c->program->loose.items[i]] != TIMES_NEVER)
			times = c->count[c->program->loose.items[i]] == TIMES_ONCE_EVER ? sum(times, TIMES_ONCE_EVER) :
											  TIMES_OFTEN;
	return library && times != TIMES_OFTEN ? TIMES_UNKNOWN : times;
}

enum times times_of_function(const struct program *program, const struct function *function)
{
	struct counting c = { .program = program, .target = function->id };
	enum times times;

	c.count = arena_array(&c.arena, enum times, program->functions.len + 1);
	c.waiting = arena_array(&c.arena, bool, program->functions.len + 1);
	count_all(&c);
	times = total(&c);
	arena_release(&c.arena);
	return times;
}

enum times times_of_event(const struct program *program, const struct function *function, uint32_t event)
{
	enum times times = times_of_function(program, function);

	if (times != TIMES_NEVER && guarded(program, function, event))
		return TIMES_ONCE_EVER;
	return times != TIMES_NEVER && comes_back(program, function, event) ? TIMES_OFTEN : times;
}
