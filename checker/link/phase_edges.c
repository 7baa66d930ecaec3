/* Which edges a state can take: the results of forks and of thread creators that are tested. */
#include "link/phase_parts.h"

#include "link/values.h"

#include "base/err.h"

#include <string.h>

/* How many origins are looked at to see what a tested value may be. */
#define RESULT_WALK_LIMIT 64

static bool seen_before(const uint32_t *seen, size_t count, uint32_t origin)
{
	for (size_t i = 0; i < count; i++)
		if (seen[i] == origin)
			return true;
	return false;
}

static bool looks_through(const Fact__Origin *o, bool tests)
{
	switch (o->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
		return true;
	case FACT__ORIGIN_KIND__ORIGIN_BINARY:
		return tests && facts_op_is_comparison(o->op);
	case FACT__ORIGIN_KIND__ORIGIN_UNARY:
		return tests && o->op == FACT__OP__OP_LNOT;
	default:
		return false;
	}
}

/* The origins that a value may be, looking through casts, joins and, with `tests`, truth values of tests. */
static size_t reach(const Fact__Function *f, uint32_t origin, bool tests, uint32_t seen[RESULT_WALK_LIMIT])
{
	size_t count = 1;

	seen[0] = origin;
	for (size_t at = 0; at < count; at++) {
		const Fact__Origin *o = f->origins[seen[at]];
		bool through = looks_through(o, tests);

		for (size_t i = 0; through && i < o->n_args && count < RESULT_WALK_LIMIT; i++)
			if (!seen_before(seen, count, o->args[i]))
				seen[count++] = o->args[i];
	}
	return count;
}

bool origin_is_result(const Fact__Function *f, uint32_t origin, uint32_t event)
{
	uint32_t seen[RESULT_WALK_LIMIT];
	size_t count = reach(f, origin, false, seen);

	for (size_t i = 0; i < count; i++) {
		const Fact__Origin *o = f->origins[seen[i]];

		if (o->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && o->number == event)
			return true;
	}
	return false;
}

static void mark_results(const Fact__Function *f, uint32_t origin, uint32_t until, uint32_t *asked)
{
	uint32_t seen[RESULT_WALK_LIMIT];
	size_t count = reach(f, origin, true, seen);

	for (size_t i = 0; i < count; i++) {
		const Fact__Origin *o = f->origins[seen[i]];

		if (o->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && asked[o->number] < until)
			asked[o->number] = until;
	}
}

static void find_asked(const Fact__Function *f, uint32_t *asked)
{
	for (uint32_t i = 0; i < f->n_blocks; i++)
		for (size_t k = 0; k < f->blocks[i]->n_edges; k++)
			if (f->blocks[i]->edges[k]->has_condition) {
				mark_results(f, f->blocks[i]->edges[k]->left, 1 + i, asked);
				mark_results(f, f->blocks[i]->edges[k]->right, 1 + i, asked);
			}
	for (size_t i = 0; i < f->n_events; i++) {
		const Fact__Event *event = f->events[i];

		if (event->kind == FACT__EVENT_KIND__EVENT_RETURN && event->value)
			mark_results(f, event->value->origin, 1 + event->block, asked);
		else if (event->kind == FACT__EVENT_KIND__EVENT_STORE && event->value)
			mark_results(f, event->value->origin, ASKED_ALWAYS, asked);
	}
}

const uint32_t *results_asked(struct phases *p, const struct function *f)
{
	struct phase_function *known = &p->functions[f->id];

	if (!known->asked) {
		known->asked = arena_array(p->arena, uint32_t, f->facts->n_events);
		find_asked(f->facts, known->asked);
	}
	return known->asked;
}

/* --- what a condition says of a value ---------------------------------- */

struct test {
	uint32_t origin;
	Fact__Op op;
	int64_t number;
};

static bool constant(const Fact__Function *f, uint32_t origin, int64_t *number)
{
	for (int steps = 0; steps < RESULT_WALK_LIMIT; steps++) {
		const Fact__Origin *o = f->origins[origin];

		*number = o->number;
		if (o->kind != FACT__ORIGIN_KIND__ORIGIN_CAST)
			return o->kind == FACT__ORIGIN_KIND__ORIGIN_INT;
		origin = o->args[0];
	}
	return false;
}

/* A comparison with a constant, which stands on the right then. */
static bool edge_test(const Fact__Function *f, const Fact__Edge *edge, struct test *test)
{
	if (!edge->has_condition)
		return false;
	*test = (struct test){ edge->left, edge->op, 0 };
	if (constant(f, edge->right, &test->number))
		return true;
	*test = (struct test){ edge->right, facts_op_mirrored(edge->op), 0 };
	return constant(f, edge->left, &test->number);
}

static bool negative_passes(Fact__Op op, int64_t number)
{
	switch (op) {
	case FACT__OP__OP_EQ:
		return number < 0;
	case FACT__OP__OP_GT:
		return number < -1;
	case FACT__OP__OP_GE:
		return number <= -1;
	default:
		return true;
	}
}

static bool zero_passes(Fact__Op op, int64_t number)
{
	switch (op) {
	case FACT__OP__OP_EQ:
		return number == 0;
	case FACT__OP__OP_NE:
		return number != 0;
	case FACT__OP__OP_LT:
		return number > 0;
	case FACT__OP__OP_LE:
		return number >= 0;
	case FACT__OP__OP_GT:
		return number < 0;
	case FACT__OP__OP_GE:
		return number <= 0;
	default:
		return true;
	}
}

static bool positive_passes(Fact__Op op, int64_t number)
{
	switch (op) {
	case FACT__OP__OP_EQ:
		return number > 0;
	case FACT__OP__OP_LT:
		return number > 1;
	case FACT__OP__OP_LE:
		return number >= 1;
	default:
		return true;
	}
}

/* Those of the signs with which some number passes. */
static uint8_t passing(uint8_t signs, Fact__Op op, int64_t number)
{
	uint8_t kept = 0;

	if (negative_passes(op, number))
		kept |= signs & SIGN_NEGATIVE;
	if (zero_passes(op, number))
		kept |= signs & SIGN_ZERO;
	if (positive_passes(op, number))
		kept |= signs & SIGN_POSITIVE;
	return kept;
}

uint8_t signs_of_test(uint8_t signs, Fact__Op op, int64_t number)
{
	if (!facts_op_is_comparison(op))
		return SIGN_ANY;
	return (uint8_t)((passing(signs, op, number) ? SIGN_POSITIVE : 0) |
			 (passing(signs, facts_op_negated(op), number) ? SIGN_ZERO : 0));
}

/* --- results that lie in memory ------------------------------------------ */

struct fork_search {
	const struct phases *p;
	bool found;
};

static bool event_forks(const struct phases *p, const struct function *f, uint32_t event)
{
	struct edge_range edges = event_calls(p, f, event);

	for (size_t i = edges.first; i < edges.end; i++) {
		const struct effect *effect = effect_of(p, &p->program->calls.items[f->calls.items[i]]);

		if (effect && effect->forks)
			return true;
	}
	return false;
}

static bool visit_fork(void *data, const struct value_source *source)
{
	struct fork_search *search = data;
	const Fact__Origin *o = source->function->facts->origins[source->origin];

	search->found = o->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && !source->computed &&
			event_forks(search->p, source->function, (uint32_t)o->number);
	return !search->found;
}

static bool in_memory(const Fact__Function *f, uint32_t origin)
{
	uint32_t seen[RESULT_WALK_LIMIT];
	size_t count = reach(f, origin, false, seen);

	for (size_t i = 0; i < count; i++) {
		Fact__OriginKind kind = f->origins[seen[i]]->kind;

		if (kind == FACT__ORIGIN_KIND__ORIGIN_LOAD || kind == FACT__ORIGIN_KIND__ORIGIN_OUT)
			return true;
	}
	return false;
}

/* Whether what lies in a field or variable may be what fork() returned. */
static bool is_stored_fork(const struct phases *p, const struct function *f, uint32_t origin)
{
	struct fork_search search = { .p = p };
	uint64_t key = (uint64_t)f->id << 32 | origin;
	const uint64_t *known = p->tables ? map_get(&p->tables->fork_values, key) : NULL;

	if (known)
		return *known;
	if (in_memory(f->facts, origin))
		values_trace_origin(p->program, f, origin, visit_fork, &search);
	if (p->tables)
		map_put(&p->tables->fork_values, key, search.found, NULL);
	return search.found;
}

/* What the state knows of a value, to be narrowed in place; NULL where it knows nothing. */
static uint8_t *signs_of(const struct phases *p, const struct function *f, uint32_t origin, struct state *state)
{
	if (state->result && origin_is_result(f->facts, origin, state->result - 1))
		return &state->signs;
	return state->stored && is_stored_fork(p, f, origin) ? &state->stored : NULL;
}

/* --- edges ------------------------------------------------------------------ */

/* The default of a switch is not taken with a value that has a case: of single numbers, only zero is known. */
static bool default_allows(const struct phases *p, const struct function *f, const Fact__Block *block,
			   struct state *state)
{
	for (size_t i = 0; i < block->n_edges; i++) {
		const uint8_t *signs;
		struct test test;

		if (!edge_test(f->facts, block->edges[i], &test) || test.op != FACT__OP__OP_EQ || test.number)
			continue;
		signs = signs_of(p, f, test.origin, state);
		if (signs && *signs == SIGN_ZERO)
			return false;
	}
	return true;
}

bool edge_allows(const struct phases *p, const struct function *f, const Fact__Block *block, const Fact__Edge *edge,
		 struct state *state)
{
	struct test test;
	uint8_t *signs;

	if (!state->result && !state->stored)
		return true;
	if (edge->is_default)
		return default_allows(p, f, block, state);
	if (!edge_test(f->facts, edge, &test))
		return true;
	signs = signs_of(p, f, test.origin, state);
	if (!signs)
		return true;
	*signs = passing(*signs, test.op, test.number);
	return *signs != 0;
}
