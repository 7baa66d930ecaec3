/* What the condition on an edge says of a call's result, and whether it can hold at all. */
#include "link/internal.h"
#include "model/models.h"

/* Casts, negations and comparisons of comparisons looked through. */
#define CONDITION_DEPTH_LIMIT 16

static bool is_number(const Fact__Type *type)
{
	return type->kind == FACT__TYPE_KIND__TYPE_INT || type->kind == FACT__TYPE_KIND__TYPE_BOOL;
}

/* The numbers of a type; those above INT64_MAX are left out. False where its size isn't known. */
static bool type_range(const Fact__Type *type, struct range *range)
{
	unsigned bits = (unsigned)type->size * 8;

	if (type->kind == FACT__TYPE_KIND__TYPE_BOOL)
		*range = (struct range){ 0, 1 };
	else if (type->kind != FACT__TYPE_KIND__TYPE_INT || !type->size || type->size > 8)
		return false;
	else if (type->is_signed)
		*range = (struct range){ INT64_MIN >> (64 - bits), INT64_MAX >> (64 - bits) };
	else
		*range = (struct range){ 0, bits == 64 ? INT64_MAX : INT64_MAX >> (63 - bits) };
	return true;
}

static bool within(const struct range *inner, const struct range *outer)
{
	return inner->low >= outer->low && inner->high <= outer->high;
}

bool cast_keeps(const Fact__Unit *unit, const Fact__Function *function, const Fact__Origin *cast,
		const struct range *range)
{
	const Fact__Type *to = unit->types[cast->type];
	const Fact__Type *from = unit->types[function->origins[cast->args[0]]->type];
	struct range target, source;

	if (!is_number(to) || !is_number(from))
		return to->kind == from->kind ||
		       (to->kind == FACT__TYPE_KIND__TYPE_POINTER && is_number(from)) ||
		       (from->kind == FACT__TYPE_KIND__TYPE_POINTER && is_number(to) && to->size == from->size);
	if (!type_range(to, &target) || !type_range(from, &source))
		return false;
	return within(&source, &target) || within(range, &target);
}

bool cast_range(const Fact__Unit *unit, const Fact__Origin *cast, struct range *range)
{
	return type_range(unit->types[cast->type], range);
}

/* The number that an origin is, seen through casts that keep it. */
static bool constant(const Fact__Unit *unit, const Fact__Function *function, uint32_t index, int64_t *number)
{
	const Fact__Origin *origin = function->origins[index];

	for (int depth = 0; depth < CONDITION_DEPTH_LIMIT; depth++) {
		struct range range;

		if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT) {
			*number = origin->number;
			return true;
		}
		if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_CAST)
			return false;
		range = RANGE_ALL;
		if (function->origins[origin->args[0]]->kind == FACT__ORIGIN_KIND__ORIGIN_INT)
			range.low = range.high = function->origins[origin->args[0]]->number;
		if (!cast_keeps(unit, function, origin, &range))
			return false;
		origin = function->origins[origin->args[0]];
	}
	return false;
}

/* False where nothing is left. */
static bool narrow(struct range *range, Fact__Op op, int64_t number)
{
	switch (op) {
	case FACT__OP__OP_EQ:
		if (number < range->low || number > range->high)
			return false;
		range->low = range->high = number;
		return true;
	case FACT__OP__OP_NE:
		if (range->low == number && range->high == number)
			return false;
		range->low += range->low == number;
		range->high -= range->high == number;
		return true;
	case FACT__OP__OP_LT:
		return number != INT64_MIN && narrow(range, FACT__OP__OP_LE, number - 1);
	case FACT__OP__OP_GT:
		return number != INT64_MAX && narrow(range, FACT__OP__OP_GE, number + 1);
	case FACT__OP__OP_LE:
		range->high = number < range->high ? number : range->high;
		return range->low <= range->high;
	case FACT__OP__OP_GE:
		range->low = number > range->low ? number : range->low;
		return range->low <= range->high;
	default:
		return true;
	}
}

/* `left op right`; `right` is taken as the number where `has_number`. */
struct condition {
	uint32_t left, right;
	Fact__Op op;
	bool has_number;
	int64_t number;
};

/* Brings a constant to the right. False where there is none. */
static bool find_number(const Fact__Unit *unit, const Fact__Function *function, struct condition *c)
{
	if (c->has_number)
		return true;
	c->has_number = true;
	if (constant(unit, function, c->right, &c->number))
		return true;
	if (!constant(unit, function, c->left, &c->number))
		return false;
	c->left = c->right;
	c->op = facts_op_mirrored(c->op);
	return true;
}

/* For a condition on a truth value: whether it says that the value is true. */
static bool says_truth(const struct condition *c, bool *truth)
{
	if ((c->op != FACT__OP__OP_EQ && c->op != FACT__OP__OP_NE) || c->number < 0 || c->number > 1)
		return false;
	*truth = (c->op == FACT__OP__OP_EQ) == c->number;
	return true;
}

/* Replaces the condition by an equal one on what `left` is made of. False where it's made of nothing more. */
static bool look_through(const Fact__Unit *unit, const Fact__Function *function, const struct range *range,
			 struct condition *c)
{
	const Fact__Origin *left = function->origins[c->left];
	bool truth;

	if (left->kind == FACT__ORIGIN_KIND__ORIGIN_CAST && cast_keeps(unit, function, left, range)) {
		c->left = left->args[0];
		return true;
	}
	if (!says_truth(c, &truth))
		return false;
	if (left->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY && facts_op_is_comparison(left->op)) {
		*c = (struct condition){ .left = left->args[0],
					 .right = left->args[1],
					 .op = truth ? left->op : facts_op_negated(left->op) };
		return true;
	}
	if (left->kind == FACT__ORIGIN_KIND__ORIGIN_UNARY && left->op == FACT__OP__OP_LNOT)
		truth = !truth;
	else if (left->kind != FACT__ORIGIN_KIND__ORIGIN_CAST ||
		 unit->types[left->type]->kind != FACT__TYPE_KIND__TYPE_BOOL)
		return false;
	*c = (struct condition){ .left = left->args[0],
				 .op = truth ? FACT__OP__OP_NE : FACT__OP__OP_EQ,
				 .has_number = true };
	return true;
}

/* Order of unsigned numbers of 64 bits can't be told in our signed ones; equality can. */
static bool order_is_known(const Fact__Type *type, Fact__Op op)
{
	return op == FACT__OP__OP_EQ || op == FACT__OP__OP_NE || type->size < 8 || type->is_signed;
}

/* What a library function can return at all: execv() only ever -1. */
static struct range result_range(const Fact__Unit *unit, const Fact__Function *function, const Fact__Origin *result)
{
	const Fact__Operand *callee = function->events[result->number]->callee;
	const Fact__Origin *named = callee ? function->origins[callee->origin] : NULL;
	const struct model_trait *row = NULL;

	if (named && named->kind == FACT__ORIGIN_KIND__ORIGIN_FUNCTION && !unit->symbols[named->symbol]->defined)
		row = model_trait(unit->symbols[named->symbol]->name, TRAIT_RANGE);
	return row ? (struct range){ row->a, row->b } : RANGE_ALL;
}

/* False where the condition can't hold. `event` UINT32_MAX: going by constants and models alone. */
static bool holds(const Fact__Unit *unit, const Fact__Function *function, struct condition c, uint32_t event,
		  struct range *range)
{
	for (int depth = 0; depth < CONDITION_DEPTH_LIMIT; depth++) {
		const Fact__Origin *left;
		int64_t number;

		if (!find_number(unit, function, &c))
			return true;
		left = function->origins[c.left];
		if (constant(unit, function, c.left, &number)) {
			struct range fixed = { number, number };

			return !order_is_known(unit->types[left->type], c.op) || narrow(&fixed, c.op, c.number);
		}
		if (left->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && left->number == event)
			return !order_is_known(unit->types[left->type], c.op) || narrow(range, c.op, c.number);
		if (left->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT) {
			struct range possible = result_range(unit, function, left);

			return !order_is_known(unit->types[left->type], c.op) || narrow(&possible, c.op, c.number);
		}
		if (!look_through(unit, function, range, &c))
			return true;
	}
	return true;
}

bool edge_narrows(const Fact__Unit *unit, const Fact__Function *function, const Fact__Block *block,
		  const Fact__Edge *edge, uint32_t event, struct range *range)
{
	if (edge->is_default) {
		for (size_t i = 0; i < block->n_edges; i++) {
			const Fact__Edge *other = block->edges[i];
			struct condition c = { .left = other->left,
						       .right = other->right,
						       .op = facts_op_negated(other->op) };

			/* Cases that are ranges have two conditions, of which one need not fail. */
			if (!other->is_default && other->has_condition && other->op == FACT__OP__OP_EQ &&
			    !holds(unit, function, c, event, range))
				return false;
		}
		return true;
	}
	return !edge->has_condition || !facts_op_is_comparison(edge->op) ||
	       holds(unit, function,
		     (struct condition){ .left = edge->left, .right = edge->right, .op = edge->op }, event, range);
}

bool edge_possible(const Fact__Unit *unit, const Fact__Function *function, const Fact__Block *block,
		   const Fact__Edge *edge)
{
	struct range range = RANGE_ALL;

	return edge_narrows(unit, function, block, edge, UINT32_MAX, &range);
}
