/* A walk forwards over blocks, down into callees, and up to callers. Conditions are not looked at. */
#include "rules/env_order.h"

#include "rules/trace.h"

struct point {
	uint32_t function, event;
};

struct later {
	const struct program *program;
	struct arena *arena;
	bool sure;       /* only by calls that are no guess */
	order_end *ends; /* where it ends; NULL: nowhere */
	void *data;
	bool *whole;     /* [function] entered anew: all of it */
	bool **reached;  /* [function] [event]; NULL: none */
	VEC(uint32_t) entered;
	VEC(struct point) behind; /* calls behind which all is reached */
};

struct functions {
	VEC(uint32_t) all;
};

/* Calls are asked about for one event after the other: what was found of each is kept. */
struct order {
	const struct program *program;
	struct arena *arena;
	struct later **behind_call; /* [call] what can run after it; NULL: not looked at yet */
	bool *leads;                /* [function] to a write, whatever it takes */
};

static void enter(struct later *later, uint32_t function)
{
	if (later->whole[function])
		return;
	later->whole[function] = true;
	vec_push(later->arena, &later->entered, function);
}

/* Whatever the call runs, now or later or on a thread. */
static void enter_callees(struct later *later, const struct function *function, uint32_t event)
{
	size_t count;
	const struct call *calls = program_calls_at(later->program, function, event, &count);

	for (size_t i = 0; i < count; i++)
		if (calls[i].target != UINT32_MAX && !(later->sure && calls[i].maybe))
			enter(later, calls[i].target);
}

static void come_back(struct later *later, const struct function *function)
{
	for (size_t i = 0; i < function->call_sites.len; i++) {
		const struct call *call = &later->program->calls.items[function->call_sites.items[i]];

		vec_push(later->arena, &later->behind, (struct point){ call->caller, call->event });
	}
}

/* Marks the events of a block from a position on; says whether control leaves the block at its end. */
static bool pass_block(struct later *later, const struct function *function, const Fact__Block *block,
		       uint32_t position, bool *returns)
{
	for (uint32_t i = position; i < block->event_count; i++) {
		uint32_t event = block->first_event + i;

		if (later->reached[function->id][event])
			return false;
		later->reached[function->id][event] = true;
		if (later->ends && later->ends(later->data, function, event))
			return false;
		enter_callees(later, function, event);
		*returns |= function->facts->events[event]->kind == FACT__EVENT_KIND__EVENT_RETURN;
		if (!program_call_returns(later->program, function, event))
			return false;
	}
	return true;
}

/* Blocks to come to, each once. */
struct blocks {
	VEC(uint32_t) todo;
	bool *seen;
};

/* `loop`: 1 + loop, 0 for none. */
static bool lies_in(const Fact__Function *facts, uint32_t loop, uint32_t outer)
{
	while (loop && loop != outer)
		loop = facts->loops[loop - 1]->parent;
	return loop != 0;
}

/* Whether the way ends in a loop that the edge enters, be it a loop that may have no round. */
static bool ends_in_loop(struct later *later, const struct function *function, const Fact__Block *from, uint32_t to)
{
	const Fact__Function *facts = function->facts;
	uint32_t loop = later->ends ? facts->blocks[to]->loop : 0;

	if (!loop || lies_in(facts, from->loop, loop))
		return false;
	for (uint32_t e = 0; e < facts->n_events; e++)
		if (lies_in(facts, facts->events[e]->loop, loop) && later->ends(later->data, function, e))
			return true;
	return false;
}

static void add_targets(struct later *later, const struct function *function, const Fact__Block *block,
			struct blocks *blocks)
{
	for (size_t i = 0; i < block->n_edges; i++) {
		uint32_t to = block->edges[i]->to;

		if (blocks->seen[to] || ends_in_loop(later, function, block, to))
			continue;
		blocks->seen[to] = true;
		vec_push(later->arena, &blocks->todo, to);
	}
}

static void go_on_behind(struct later *later, struct point from)
{
	const struct function *function = &later->program->functions.items[from.function];
	const Fact__Function *facts = function->facts;
	const Fact__Block *first = facts->blocks[facts->events[from.event]->block];
	struct blocks blocks = { .seen = arena_array(later->arena, bool, facts->n_blocks + 1) };
	bool returns = false;

	if (!later->reached[from.function])
		later->reached[from.function] = arena_array(later->arena, bool, facts->n_events + 1);
	if (program_call_returns(later->program, function, from.event) &&
	    pass_block(later, function, first, from.event + 1 - first->first_event, &returns))
		add_targets(later, function, first, &blocks);
	for (size_t i = 0; i < blocks.todo.len; i++) {
		const Fact__Block *block = facts->blocks[blocks.todo.items[i]];

		if (pass_block(later, function, block, 0, &returns))
			add_targets(later, function, block, &blocks);
	}
	if (returns)
		come_back(later, function);
}

static void enter_all_callees(struct later *later, uint32_t id)
{
	const struct function *function = &later->program->functions.items[id];

	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &later->program->calls.items[function->calls.items[i]];

		if (call->target != UINT32_MAX && !(later->sure && call->maybe))
			enter(later, call->target);
	}
}

static struct later *begin(const struct program *program, struct arena *arena)
{
	struct later *later = arena_new(arena, struct later);

	later->program = program;
	later->arena = arena;
	later->whole = arena_array(arena, bool, program->functions.len + 1);
	later->reached = arena_array(arena, bool *, program->functions.len + 1);
	return later;
}

static struct later *spread(struct later *later, const struct function *function, uint32_t event)
{
	size_t entered = 0, behind = 0;

	vec_push(later->arena, &later->behind, (struct point){ function->id, event });
	while (entered < later->entered.len || behind < later->behind.len)
		if (behind < later->behind.len)
			go_on_behind(later, later->behind.items[behind++]);
		else
			enter_all_callees(later, later->entered.items[entered++]);
	return later;
}

struct later *later_in_order(const struct program *program, const struct function *function, uint32_t event,
			     struct arena *arena)
{
	return spread(begin(program, arena), function, event);
}

struct later *later_until(const struct program *program, const struct function *function, uint32_t event, order_end *ends,
			  void *data, struct arena *arena)
{
	struct later *later = begin(program, arena);

	later->ends = ends;
	later->data = data;
	return spread(later, function, event);
}

bool later_has(const struct later *later, const struct function *function, uint32_t event)
{
	return later->whole[function->id] ||
	       (later->reached[function->id] && later->reached[function->id][event]);
}

static void lead(struct order *order, uint32_t function, struct functions *todo)
{
	if (!order->leads[function])
		vec_push(order->arena, &todo->all, function);
	order->leads[function] = true;
}

/* From the writes up to all callers: other functions have nothing to add. */
static void find_leading(struct order *order, const struct env *env)
{
	struct functions todo = { 0 };

	for (size_t i = 0; i < env->writes.len; i++)
		lead(order, env->writes.items[i]->function->id, &todo);
	for (size_t i = 0; i < todo.all.len; i++) {
		const struct function *function = &order->program->functions.items[todo.all.items[i]];

		for (size_t c = 0; c < function->call_sites.len; c++)
			lead(order, order->program->calls.items[function->call_sites.items[c]].caller, &todo);
	}
}

struct order *order_of(const struct env *env)
{
	struct order *order = arena_new(env->arena, struct order);

	order->program = env->program;
	order->arena = env->arena;
	order->behind_call = arena_array(env->arena, struct later *, env->program->calls.len + 1);
	order->leads = arena_array(env->arena, bool, env->program->functions.len + 1);
	find_leading(order, env);
	return order;
}

/* Whether the program can come by a call that starts a thread or sets a handler, and to the event afterwards. */
static bool comes_before(struct order *order, size_t index, const struct function *function, uint32_t event)
{
	const struct program *program = order->program;
	const struct call *call = &program->calls.items[index];
	const struct function *caller = &program->functions.items[call->caller];

	if (!order->behind_call[index])
		order->behind_call[index] = later_in_order(program, caller, call->event, order->arena);
	return later_has(order->behind_call[index], function, event);
}

/*
 * Threads and handlers may come at any time once they are there: where that is before the event. Those that come after it
 * are entered on the way. Callbacks of libraries come whenever.
 */
static void enter_free_ones(struct order *order, struct later *later, const struct function *function, uint32_t event)
{
	const struct program *program = order->program;

	for (size_t i = 0; i < program->calls.len; i++) {
		const struct call *call = &program->calls.items[i];
		const struct phase *phases;

		if ((call->how == CALL_THREAD || call->how == CALL_LATER) && call->target != UINT32_MAX &&
		    order->leads[call->target] && !later->whole[call->target] && !(later->sure && call->maybe) &&
		    phase_at(program, &program->functions.items[call->caller], call->event, &phases) &&
		    comes_before(order, i, function, event))
			enter(later, call->target);
	}
	for (size_t i = 0; !later->sure && i < program->loose.len; i++)
		if (order->leads[program->loose.items[i]])
			enter(later, program->loose.items[i]);
}

struct later *later_than(struct order *order, const struct function *function, uint32_t event, bool sure)
{
	struct later *later = begin(order->program, order->arena);

	later->sure = sure;
	enter_free_ones(order, later, function, event);
	return spread(later, function, event);
}
