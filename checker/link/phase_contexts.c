/* Contexts of the phase analysis: made when first entered, run again when a callee of theirs is left in a new way. */
#include "link/phase_parts.h"

#include "base/err.h"

#include <string.h>

uint32_t edge_event(const struct phases *p, const struct function *f, size_t call)
{
	return p->program->calls.items[f->calls.items[call]].event;
}

struct edge_range edges_together(const struct phases *p, const struct function *f, size_t call)
{
	struct edge_range range = { call, call };

	while (range.end < f->calls.len && edge_event(p, f, range.end) == edge_event(p, f, call))
		range.end++;
	return range;
}

struct edge_range event_calls(const struct phases *p, const struct function *f, uint32_t event)
{
	size_t low = 0, high = f->calls.len;
	struct edge_range range;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (edge_event(p, f, middle) < event)
			low = middle + 1;
		else
			high = middle;
	}
	range = edges_together(p, f, low);
	if (range.end > low && edge_event(p, f, low) != event)
		range.end = low;
	return range;
}

uint32_t phase_bit(const struct state *state)
{
	uint32_t way = state->threads * 4u + state->in_thread * 2u + state->child_of_threaded;

	/* Behind several guesses, one more doubt is nothing. */
	return way * PHASE_CERTAINTIES +
	       (state->guesses == GUESSES_SEVERAL ? PHASE_CERTAINTIES - 1 : state->guesses * 2u + state->in_doubt);
}

bool first_time(struct phases *p, uint32_t kind, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t key[] = { kind, a, b, c };
	size_t known = p->tables->seen.len;

	return names_add_n(&p->tables->seen, (const char *)key, sizeof key) == known;
}

static struct context *context_new(struct phases *p, uint32_t function, uint32_t entry)
{
	const Fact__Function *facts = p->program->functions.items[function].facts;
	struct context *c = arena_new(p->arena, struct context);

	*c = (struct context){ .id = (uint32_t)p->contexts.len, .function = function, .entry = entry, .from = NONE };
	c->in = arena_array(p->arena, uint64_t, facts->n_blocks);
	c->waiting = arena_array(p->arena, bool, facts->n_blocks);
	vec_push(p->arena, &c->states, entry);
	vec_push(p->arena, &p->contexts, c);
	p->functions[function].context_count++;
	if (facts->n_blocks) {
		c->in[0] = 1;
		context_wake(p, c, 0);
	}
	return c;
}

static struct context *context_enter(struct phases *p, uint32_t function, uint32_t entry)
{
	uint64_t key = (uint64_t)function << 32 | entry;
	const uint64_t *known = map_get(&p->tables->contexts, key);

	if (!known && p->functions[function].context_count >= CONTEXT_LIMIT) {
		struct state plain = state_plain(&p->states.items[entry]);

		key = (uint64_t)function << 32 | state_intern(p, &plain);
		known = map_get(&p->tables->contexts, key);
	}
	if (known)
		return p->contexts.items[*known];
	map_put(&p->tables->contexts, key, p->contexts.len, NULL);
	return context_new(p, function, (uint32_t)key);
}

struct context *context_reach(struct phases *p, uint32_t function, uint32_t entry, const struct context *from,
			      uint32_t from_state, uint32_t call)
{
	struct context *c = context_enter(p, function, entry);

	if (!p->tables->tracing || c->reached)
		return c;
	c->reached = true;
	c->from = from ? from->id : NONE;
	c->from_state = from_state;
	c->call = call;
	vec_push(p->arena, &p->functions[function].contexts, c);
	hvec_push(&p->tables->trace, c);
	return c;
}

static bool find_bit(const struct context *c, uint32_t state, uint32_t *bit)
{
	for (*bit = 0; *bit < c->states.len; ++*bit)
		if (c->states.items[*bit] == state)
			return true;
	return false;
}

uint64_t context_set(struct phases *p, struct context *c, const struct state *state)
{
	uint32_t id = state_intern(p, state), bit;

	if (find_bit(c, id, &bit))
		return (uint64_t)1 << bit;
	if (c->states.len >= STATE_PLAIN_FROM) {
		struct state plain = state_plain(state);

		id = state_intern(p, &plain);
		if (find_bit(c, id, &bit))
			return (uint64_t)1 << bit;
	}
	BUG_IF(c->states.len >= STATE_LIMIT);
	vec_push(p->arena, &c->states, id);
	return (uint64_t)1 << bit;
}

uint64_t context_known_set(const struct phases *p, const struct context *c, const struct state *state)
{
	for (size_t i = 0; i < c->states.len; i++)
		if (!memcmp(&p->states.items[c->states.items[i]], state, sizeof *state))
			return (uint64_t)1 << i;
	return 0;
}

void context_wake(struct phases *p, struct context *c, uint32_t block)
{
	if (p->tables->tracing || c->waiting[block])
		return;
	c->waiting[block] = true;
	if (block < c->first_waiting)
		c->first_waiting = block;
	if (!c->queued)
		hvec_push(&p->tables->queue, c);
	c->queued = true;
}

/* Most contexts call another one from a single block. */
static bool waits_already(struct phases *p, const struct context *callee, const struct context *c, uint32_t block)
{
	bool added;
	const uint64_t *first = map_put(&p->tables->waits, (uint64_t)callee->id << 32 | c->id, block, &added);

	return !added && (*first == block || !first_time(p, 0, callee->id, c->id, block));
}

void context_wait(struct phases *p, struct context *callee, const struct context *c, uint32_t block)
{
	if (!p->tables->tracing && !waits_already(p, callee, c, block))
		vec_push(p->arena, &callee->waiters, (struct waiter){ c->id, block });
}

void context_exit(struct phases *p, struct context *c, const struct state *state)
{
	uint32_t id = state_intern(p, state);

	for (size_t i = 0; i < c->exits.len; i++)
		if (c->exits.items[i] == id)
			return;
	vec_push(p->arena, &c->exits, id);
	for (size_t i = 0; i < c->waiters.len; i++)
		context_wake(p, p->contexts.items[c->waiters.items[i].context], c->waiters.items[i].block);
}
