/* What conditions on the way to a ctype function say of its call: high bits that are clear, flags that nobody gives. */
#include "rules/ctype_argument.h"

#include "rules/trace.h"

#define HIGH_BIT 0x80

/* The number that an origin is, or -1. */
static int64_t number_of(const struct function *function, uint32_t origin)
{
	const Fact__Origin *o = origin_of(function, origin_bare(function, origin));

	return o->kind == FACT__ORIGIN_KIND__ORIGIN_INT ? o->number : -1;
}

/* `value & mask` with a constant mask. */
static bool is_masked(const struct function *function, uint32_t origin, uint32_t *value, int64_t *mask)
{
	const Fact__Origin *o = origin_of(function, origin_bare(function, origin));

	if (o->kind != FACT__ORIGIN_KIND__ORIGIN_BINARY || o->op != FACT__OP__OP_AND)
		return false;
	*mask = number_of(function, o->args[1]);
	*value = origin_bare(function, o->args[0]);
	return *mask > 0;
}

/* Where the edge is taken, no bit of the mask is set in the value. */
static bool edge_clears(const struct function *function, const Fact__Edge *edge, uint32_t value)
{
	uint32_t tested;
	int64_t mask;

	return edge->has_condition && edge->op == FACT__OP__OP_EQ && !number_of(function, edge->right) &&
	       is_masked(function, edge->left, &tested, &mask) && mask & HIGH_BIT &&
	       tested == origin_bare(function, value);
}

/* The only edge that enters the block, or NULL. */
static const Fact__Edge *only_way_in(const struct function *function, uint32_t block, uint32_t *from)
{
	const Fact__Function *facts = function->facts;
	const Fact__Edge *found = NULL;

	for (uint32_t b = 0; b < facts->n_blocks; b++)
		for (size_t i = 0; i < facts->blocks[b]->n_edges; i++) {
			if (facts->blocks[b]->edges[i]->to != block)
				continue;
			if (found)
				return NULL;
			found = facts->blocks[b]->edges[i];
			*from = b;
		}
	return found;
}

/* The next edge above the block that every way to it takes, or NULL; the block is then the one before it. */
static const Fact__Edge *guard_above(const struct function *function, uint32_t *block)
{
	while (function->facts->blocks[*block]->dominator) {
		uint32_t from = 0;
		const Fact__Edge *edge = only_way_in(function, *block, &from);

		*block = function->facts->blocks[*block]->dominator - 1;
		if (edge && from == *block)
			return edge;
	}
	return NULL;
}

/* --- high bits ------------------------------------------------------------------------------- */

static bool is_low(const struct function *function, uint32_t origin)
{
	uint32_t value;
	int64_t mask, number = number_of(function, origin);

	return (number >= 0 && number < HIGH_BIT) || (is_masked(function, origin, &value, &mask) && mask < HIGH_BIT);
}

/* One of the values that come together in a block: low by itself, or on the edge by which it comes. */
static bool comes_low(const struct function *function, const Fact__Origin *join, size_t i)
{
	const Fact__Block *from = function->facts->blocks[join->from[i]];
	bool all = true, any = false;

	if (is_low(function, join->args[i]))
		return true;
	for (size_t e = 0; e < from->n_edges; e++)
		if (from->edges[e]->to == (uint32_t)join->number - 1) {
			all = all && edge_clears(function, from->edges[e], join->args[i]);
			any = true;
		}
	return any && all;
}

bool ctype_high_bit_clear(const struct function *function, uint32_t event, size_t a)
{
	uint32_t argument = function->facts->events[event]->args[a]->origin;
	uint32_t block = function->facts->events[event]->block;
	const Fact__Origin *join = origin_of(function, origin_bare(function, argument));
	const Fact__Edge *guard;
	size_t low = 0;

	while ((guard = guard_above(function, &block)))
		if (edge_clears(function, guard, argument))
			return true;
	if (join->kind != FACT__ORIGIN_KIND__ORIGIN_UNION || !join->number || join->n_from != join->n_args)
		return false;
	while (low < join->n_args && comes_low(function, join, low))
		low++;
	return low == join->n_args;
}

/* --- flags ----------------------------------------------------------------------------------- */

struct given {
	int64_t mask;
	bool any, other; /* callers; one that may give a flag of the mask */
};

static bool see_flags(void *data, const struct value_source *source)
{
	struct given *given = data;
	const Fact__Origin *origin = values_source_origin(source);

	given->any = true;
	given->other = source->init || source->computed || source->maybe || origin->kind != FACT__ORIGIN_KIND__ORIGIN_INT ||
		       origin->number & given->mask;
	return !given->other;
}

bool ctype_flag_never_given(const struct program *program, const struct function *function, uint32_t event)
{
	uint32_t block = function->facts->events[event]->block;
	const Fact__Edge *guard;

	/* Who calls a library isn't known. */
	while (program->has_main && (guard = guard_above(function, &block))) {
		struct given given = { 0 };
		uint32_t flags;

		if (!guard->has_condition || guard->op != FACT__OP__OP_NE || number_of(function, guard->right) ||
		    !is_masked(function, guard->left, &flags, &given.mask))
			continue;
		values_trace_origin(program, function, flags, see_flags, &given);
		if (given.any && !given.other)
			return true;
	}
	return false;
}
