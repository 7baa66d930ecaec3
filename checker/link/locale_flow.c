/* What functions do to the locale: transfers over their blocks, until nothing changes. */
#include "link/locale_parts.h"

#include "base/err.h"

#include <string.h>

/* Each round carries what callees do one call further up. */
#define ROUND_LIMIT 64

struct transfer transfer_then(const struct transfer *first, const struct transfer *then)
{
	struct transfer both = { .keeps = first->keeps & then->keeps };

	for (int v = 0; v < LOCALE_VARIABLES; v++)
		both.adds[v] = (uint8_t)(then->adds[v] | (then->keeps >> v & 1 ? first->adds[v] : 0));
	return both;
}

void transfer_join(struct transfer *into, const struct transfer *other)
{
	into->keeps |= other->keeps;
	for (int v = 0; v < LOCALE_VARIABLES; v++)
		into->adds[v] |= other->adds[v];
}

struct locale_values transfer_apply(const struct transfer *transfer, const struct locale_values *values)
{
	struct locale_values after;

	for (int v = 0; v < LOCALE_VARIABLES; v++)
		after.may[v] = (uint8_t)(transfer->adds[v] | (transfer->keeps >> v & 1 ? values->may[v] : 0));
	return after;
}

/* Only of calls that change something or ask: they all have one. */
static size_t change_index(const struct locales *l, uint32_t function, uint32_t event)
{
	const uint64_t *index = map_get(&l->change_of_event, (uint64_t)function << 32 | event);

	BUG_IF(!index);
	return *index - 1;
}

/* Whether the change is made in a function that the call leads to, as one that is told the category. */
static bool is_made_in(const struct locales *l, const struct locale_change *change, uint32_t function)
{
	while (change->inner) {
		change = &l->changes.items[change->inner - 1];
		if (change->function == function)
			return true;
	}
	return false;
}

/*
 * What held before another change, put back: exactly that where it stands in the same function, and what held before the
 * call where the function called does both.
 */
static void add_restored(const struct locales *l, const struct transfer *at_call, const struct locale_change *change,
			 int category, struct transfer *transfer)
{
	unsigned v = (unsigned)category + (change->of_thread ? LOCALE_CATEGORIES : 0);

	for (size_t i = 0; i + 1 < change->restores.len; i += 2) {
		uint32_t function = change->restores.items[i], event = change->restores.items[i + 1];

		if (function == change->function) {
			const struct transfer *before = &l->before[change_index(l, function, event)];

			transfer->adds[v] |= before->adds[v];
			transfer->keeps |= (uint8_t)(before->keeps & 1u << v);
		} else if (is_made_in(l, change, function)) {
			transfer->adds[v] |= at_call->adds[v];
			transfer->keeps |= (uint8_t)(at_call->keeps & 1u << v);
		} else if (change->of_thread) {
			transfer->adds[v] |= HOLDS_NONE;
		} else {
			transfer->adds[v] |= l->adopted >> category & 1 ? HOLDS_ADOPTED : HOLDS_C;
		}
	}
}

/* From the function's entry, so what a restored variable held there may come back. */
static struct transfer after_change(const struct locales *l, const struct transfer *before,
				    const struct locale_change *change)
{
	struct transfer after = *before;

	for (int c = 0; c < LOCALE_CATEGORIES; c++) {
		unsigned v = (unsigned)c + (change->of_thread ? LOCALE_CATEGORIES : 0);
		struct transfer restored = { 0 };

		if (!(change->categories >> c & 1))
			continue;
		add_restored(l, before, change, c, &restored);
		if (!change->weak) {
			after.keeps &= (uint8_t)~(1u << v);
			after.adds[v] = 0;
		}
		after.keeps |= (uint8_t)(restored.keeps & 1u << v);
		after.adds[v] |= (uint8_t)(restored.adds[v] | change->adds[c]);
	}
	return after;
}

const struct locale_change *locale_change_at(const struct locales *l, uint32_t function, uint32_t event)
{
	const uint64_t *index = map_get(&l->change_of_event, (uint64_t)function << 32 | event);

	return index ? &l->changes.items[*index - 1] : NULL;
}

static struct transfer after_call(const struct locales *l, const struct transfer *before, const struct call *call)
{
	const uint64_t *index = map_get(&l->change_of_call, call->id);

	if (call->target == UINT32_MAX || call->how > CALL_RUNS || !l->flows[call->target].in)
		return *before;
	return index ? after_change(l, before, &l->changes.items[*index - 1]) :
		       transfer_then(before, &l->flows[call->target].whole);
}

static struct transfer after_event(const struct locales *l, const struct transfer *before,
				   const struct function *function, uint32_t event)
{
	const struct locale_change *change = locale_change_at(l, function->id, event);
	struct transfer after = { 0 };
	size_t count;
	const struct call *calls;

	if (change)
		return after_change(l, before, change);
	calls = program_calls_at(l->program, function, event, &count);
	if (!count)
		return *before;
	for (size_t i = 0; i < count; i++) {
		struct transfer one = after_call(l, before, &calls[i]);

		transfer_join(&after, &one);
		if (calls[i].how == CALL_MAYBE || calls[i].how == CALL_RUNS)
			transfer_join(&after, before);
	}
	return after;
}

struct transfer locale_transfer_to(const struct locales *l, const struct function *function, uint32_t event)
{
	const struct locale_flow *flow = &l->flows[function->id];
	uint32_t block = function->facts->events[event]->block;
	struct transfer transfer;

	if (!flow->in)
		return transfer_nothing();
	transfer = flow->in[block];
	for (uint32_t e = function->facts->blocks[block]->first_event; e < event; e++)
		transfer = after_event(l, &transfer, function, e);
	return transfer;
}

static bool note_before(struct locales *l, size_t change, const struct transfer *transfer)
{
	struct transfer old = l->before[change];

	transfer_join(&l->before[change], transfer);
	return memcmp(&old, &l->before[change], sizeof old) != 0;
}

/* One block; true where something new goes on to others. */
static bool pass_block(struct locales *l, const struct function *function, uint32_t index)
{
	struct locale_flow *flow = &l->flows[function->id];
	const Fact__Block *block = function->facts->blocks[index];
	struct transfer transfer = flow->in[index], old;
	bool changed = false;

	for (uint32_t e = block->first_event; e < block->first_event + block->event_count; e++) {
		if (locale_change_at(l, function->id, e))
			changed = note_before(l, change_index(l, function->id, e), &transfer) || changed;
		if (function->facts->events[e]->kind == FACT__EVENT_KIND__EVENT_RETURN) {
			old = flow->whole;
			transfer_join(&flow->whole, &transfer);
			return changed || memcmp(&old, &flow->whole, sizeof old) != 0;
		}
		if (!program_call_returns(l->program, function, e))
			return changed;
		transfer = after_event(l, &transfer, function, e);
	}
	for (size_t i = 0; i < block->n_edges; i++) {
		uint32_t to = block->edges[i]->to;

		old = flow->in[to];
		transfer_join(&flow->in[to], &transfer);
		changed = changed || !flow->reached[to] || memcmp(&old, &flow->in[to], sizeof old) != 0;
		flow->reached[to] = true;
	}
	return changed;
}

/* Blocks come in reverse postorder: each pass carries everything on but what goes round a loop. */
static bool pass_function(struct locales *l, const struct function *function)
{
	bool changed = false, again = true;

	for (int round = 0; again && round < ROUND_LIMIT; round++) {
		again = false;
		for (uint32_t b = 0; b < function->facts->n_blocks; b++)
			if (l->flows[function->id].reached[b] && pass_block(l, function, b))
				again = true;
		changed = changed || again;
	}
	return changed;
}

static void begin(struct locales *l, uint32_t function, bool *changes)
{
	size_t blocks = l->program->functions.items[function].facts->n_blocks;
	struct locale_flow *flow = &l->flows[function];

	changes[function] = true;
	flow->in = arena_array(l->arena, struct transfer, blocks + 1);
	flow->reached = arena_array(l->arena, bool, blocks + 1);
	flow->in[0] = transfer_nothing();
	flow->reached[0] = true;
}

/* Those that change the locale themselves, and whoever calls one. */
static void find_changing(struct locales *l, bool *changes)
{
	VEC(uint32_t) todo = { 0 };

	for (size_t i = 0; i < l->changes.len; i++) {
		uint32_t function = l->changes.items[i].function;

		if (!changes[function]) {
			begin(l, function, changes);
			vec_push(l->arena, &todo, function);
		}
	}
	for (size_t i = 0; i < todo.len; i++) {
		const struct function *function = &l->program->functions.items[todo.items[i]];

		for (size_t s = 0; s < function->call_sites.len; s++) {
			const struct call *call = &l->program->calls.items[function->call_sites.items[s]];

			if (call->how > CALL_RUNS || changes[call->caller])
				continue;
			begin(l, call->caller, changes);
			vec_push(l->arena, &todo, call->caller);
		}
	}
}

void locale_find_transfers(struct locales *l)
{
	bool *changes = arena_array(l->arena, bool, l->program->functions.len);
	bool again = true;

	l->before = arena_array(l->arena, struct transfer, l->changes.len);
	find_changing(l, changes);
	for (int round = 0; again && round < ROUND_LIMIT; round++) {
		again = false;
		for (size_t f = l->program->functions.len; f--;)
			if (changes[f] && pass_function(l, &l->program->functions.items[f]))
				again = true;
	}
}
