/* Ranges: evaluated over the value graph, narrowed by what the edges on the way say. */
#include "flow/range.h"

#include "model/models.h"

#include <string.h>

/* Nodes that one question may visit; beyond, a value has the range of its type. */
#define RANGE_FUEL 200
/* Memory for narrowed ranges of one function, in ranges: 16 bytes each. */
#define RANGE_ROOM_LIMIT ((size_t)1 << 22)
/* A truth about one value leads to truths about what it was computed from, this deep. */
#define DERIVE_LIMIT 8

/* On this edge the value lies in `in`, and isn't `except` where has_except. */
struct constraint {
	uint32_t value, edge;
	struct range in;
	bool has_except;
	int64_t except;
	uint32_t next; /* of the same value, or IR_NONE */
};

struct ranges {
	struct body *body;
	VEC(struct constraint) constraints;
	uint32_t *first;           /* [value] its first constraint, or IR_NONE */
	uint32_t value_count;      /* values that existed when the constraints were collected */
	struct range **narrowed;   /* [value] by position in graph.order, made on first question */
	struct range *phi_base;    /* [value] of phis */
	enum { PHI_NEW, PHI_BUSY, PHI_DONE } *phi_state;
	size_t room;
	int fuel;
};

static const struct value *value_at(const struct ranges *r, uint32_t value)
{
	return &r->body->values.all.items[value];
}

static struct range whole(void)
{
	return (struct range){ INT64_MIN, INT64_MAX };
}

static struct range intersect(struct range a, struct range b)
{
	struct range both = { a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high };

	/* Contradictions come from code that can't run; the first word is as good as any. */
	return both.low > both.high ? a : both;
}

static struct range hull(struct range a, struct range b)
{
	return (struct range){ a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

static bool within(struct range inner, struct range outer)
{
	return inner.low >= outer.low && inner.high <= outer.high;
}

struct range range_of_type(const struct ir_unit *unit, uint32_t type)
{
	const struct ir_type *t = &unit->types.items[type];
	unsigned bits = (unsigned)t->size * 8;

	if (t->kind == IR_T_BOOL)
		return (struct range){ 0, 1 };
	if (t->kind != IR_T_INT || bits == 0 || bits > 64)
		return whole();
	if (bits == 64)
		return (struct range){ t->is_signed ? INT64_MIN : 0, INT64_MAX };
	if (t->is_signed)
		return (struct range){ -((int64_t)1 << (bits - 1)), ((int64_t)1 << (bits - 1)) - 1 };
	return (struct range){ 0, ((int64_t)1 << bits) - 1 };
}

static struct range type_range(const struct ranges *r, uint32_t value)
{
	return range_of_type(r->body->unit, value_at(r, value)->type);
}

/* --- constraints ------------------------------------------------------------- */

static void add_constraint(struct ranges *r, struct constraint c)
{
	if (c.value >= r->value_count)
		return;
	c.next = r->first[c.value];
	r->first[c.value] = (uint32_t)r->constraints.len;
	vec_push(r->body->arena, &r->constraints, c);
}

/* `in` holds of `from` in `to`'s type: what does that say of `from` itself? */
static bool through_cast(struct range from_type, struct range to_type, struct range *in)
{
	if (within(from_type, to_type))
		return true; /* the number is the same */
	*in = intersect(to_type, *in);
	/* Negative numbers become large ones: a small result was never negative. */
	return from_type.low < 0 && to_type.low == 0 && in->high <= from_type.high && to_type.high >= from_type.high;
}

/* The value an arithmetic step was applied to, if the step can be undone; `in` is moved along. */
static bool through_step(const struct ranges *r, const struct value *v, struct range *in)
{
	const struct value *k = value_at(r, v->args[1]);
	struct range was = *in;
	int64_t by;

	if ((v->op != IR_ADD && v->op != IR_SUB) || k->kind != FACT__ORIGIN_KIND__ORIGIN_INT || in->low == INT64_MIN ||
	    in->high == INT64_MAX || k->number == INT64_MIN)
		return false;
	by = v->op == IR_SUB ? k->number : -k->number;
	return !__builtin_add_overflow(was.low, by, &in->low) && !__builtin_add_overflow(was.high, by, &in->high);
}

/* `(x & mask) == 0` with a mask that holds the sign of x: x isn't negative. */
static bool through_mask(const struct ranges *r, const struct value *v, struct range *in)
{
	const struct value *k = value_at(r, v->args[1]);
	struct range type = type_range(r, v->args[0]);
	const struct value *x = value_at(r, v->args[0]);

	if (v->op != IR_AND || k->kind != FACT__ORIGIN_KIND__ORIGIN_INT || in->low != 0 || in->high != 0)
		return false;
	if (x->kind == FACT__ORIGIN_KIND__ORIGIN_CAST)
		type = intersect(type, type_range(r, x->args[0]));
	if (k->number >= 0 && !(k->number & 0x80))
		return false;
	if (k->number >= 0 && !within(type, (struct range){ -128, 255 }))
		return false;
	*in = (struct range){ 0, type.high };
	/* ~0x7f, ~0xff: everything above the lowest set bit is zero. */
	if (k->number < 0 && (~k->number & (~k->number + 1)) == 0)
		in->high = ~k->number < type.high ? ~k->number : type.high;
	else if (within(type, (struct range){ -128, 255 }))
		in->high = 127;
	return true;
}

/* A classifying function said yes: its argument lies in a known range. */
static bool through_classifier(const struct ranges *r, const struct value *v, const struct constraint *c, uint32_t *arg,
			       struct range *in)
{
	const struct event *event = &r->body->events.items[v->number];
	const char *name = body_library_name(r->body, event->callee);
	const struct model_trait *trait = name ? model_trait(name, TRAIT_CTYPE_ASCII) : NULL;
	bool nonzero = c->has_except ? c->except == 0 : c->in.low > 0 || c->in.high < 0;

	if (!trait || !nonzero || !event->arg_count)
		return false;
	*arg = event->args[0];
	*in = (struct range){ trait->a, trait->b };
	return true;
}

/* Adds what follows for the values that this one was computed from. */
static void derive(struct ranges *r, struct constraint c)
{
	for (int depth = 0; depth < DERIVE_LIMIT; depth++) {
		const struct value *v = value_at(r, c.value);
		struct range in = c.in;
		uint32_t arg = v->arg_count ? v->args[0] : 0;

		if (v->kind == FACT__ORIGIN_KIND__ORIGIN_CAST) {
			if (!through_cast(type_range(r, arg), type_range(r, c.value), &in))
				return;
		} else if (v->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY && !c.has_except) {
			if (!through_mask(r, v, &in) && !through_step(r, v, &in))
				return;
		} else if (v->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT) {
			if (!through_classifier(r, v, &c, &arg, &in))
				return;
			c.has_except = false;
		} else {
			return;
		}
		c.value = arg;
		c.in = in;
		add_constraint(r, c);
	}
}

static struct range compared(enum ir_op op, struct range with)
{
	switch (op) {
	case IR_EQ:
		return with;
	case IR_LT:
		return (struct range){ INT64_MIN, with.high == INT64_MIN ? INT64_MIN : with.high - 1 };
	case IR_LE:
		return (struct range){ INT64_MIN, with.high };
	case IR_GT:
		return (struct range){ with.low == INT64_MAX ? INT64_MAX : with.low + 1, INT64_MAX };
	case IR_GE:
		return (struct range){ with.low, INT64_MAX };
	default:
		return whole();
	}
}

/* Constants and types only: the other side may itself be narrowed, which would need an order among questions. */
static struct range plain_range(const struct ranges *r, uint32_t value)
{
	const struct value *v = value_at(r, value);
	struct range type = type_range(r, value);

	if (v->kind == FACT__ORIGIN_KIND__ORIGIN_INT)
		return (struct range){ v->number, v->number };
	if (v->kind == FACT__ORIGIN_KIND__ORIGIN_CAST && within(type_range(r, v->args[0]), type))
		return plain_range(r, v->args[0]);
	return type;
}

static void constrain_side(struct ranges *r, uint32_t edge, uint32_t value, enum ir_op op, uint32_t other)
{
	struct range with = plain_range(r, other), type = type_range(r, value);
	bool except = op == IR_NE && with.low == with.high;
	struct constraint c = { .value = value, .edge = edge, .in = intersect(type, compared(op, with)) };

	if (value_at(r, value)->kind == FACT__ORIGIN_KIND__ORIGIN_INT)
		return;
	c.has_except = except;
	c.except = except ? with.low : 0;
	if (!except && c.in.low == type.low && c.in.high == type.high)
		return;
	add_constraint(r, c);
	derive(r, c);
}

static void collect(struct ranges *r)
{
	struct body *body = r->body;

	for (uint32_t e = 0; e < body->graph.edge_count; e++) {
		struct condition c = edge_condition(body, e);

		if (!c.known)
			continue;
		constrain_side(r, e, c.left, c.op, c.right);
		constrain_side(r, e, c.right, ir_op_mirrored(c.op), c.left);
	}
}

/* --- evaluation ------------------------------------------------------------------ */

static struct range constrained(const struct ranges *r, uint32_t value, uint32_t edge, struct range in)
{
	if (value >= r->value_count)
		return in;
	for (uint32_t k = r->first[value]; k != IR_NONE; k = r->constraints.items[k].next) {
		const struct constraint *c = &r->constraints.items[k];

		if (c->edge != edge)
			continue;
		in = intersect(in, c->in);
		if (c->has_except && in.low == c->except && in.low < in.high)
			in.low++;
		if (c->has_except && in.high == c->except && in.low < in.high)
			in.high--;
	}
	return in;
}

/*
 * One pass over the blocks below the value's own, in reverse postorder: what
 * comes in over forward edges, joined. Back edges bring nothing new, since the
 * value doesn't change below its block.
 */
static struct range *narrow(struct ranges *r, uint32_t value, struct range base)
{
	const struct graph *graph = &r->body->graph;
	uint32_t home = value_at(r, value)->block;
	struct range *at;

	if (r->room < graph->order_count)
		return NULL;
	r->room -= graph->order_count;
	at = arena_array(r->body->arena, struct range, graph->order_count);
	for (uint32_t i = 0; i < graph->order_count; i++) {
		uint32_t block = graph->order[i];
		bool any = false;

		at[i] = base;
		if (block == home || !graph_dominates(graph, home, block))
			continue;
		for (uint32_t k = graph->in_first[block]; k < graph->in_first[block + 1]; k++) {
			const struct graph_edge *edge = &graph->edges[graph->in_edges[k]];
			struct range in = base;

			if (edge->back)
				continue;
			if (graph->order_of[edge->from] < i)
				in = at[graph->order_of[edge->from]];
			in = constrained(r, value, graph->in_edges[k], in);
			at[i] = any ? hull(at[i], in) : in;
			any = true;
		}
	}
	return at;
}

static struct range evaluate(struct ranges *r, uint32_t value, uint32_t block);
static struct range computed(struct ranges *r, uint32_t value, uint32_t block);

static struct range narrowed_at(struct ranges *r, uint32_t value, uint32_t block, struct range in)
{
	if (value >= r->value_count || r->first[value] == IR_NONE)
		return in;
	if (!r->narrowed[value])
		r->narrowed[value] = narrow(r, value, computed(r, value, value_at(r, value)->block));
	return r->narrowed[value] ? intersect(in, r->narrowed[value][r->body->graph.order_of[block]]) : in;
}

static struct range cast_range(struct range from, struct range type)
{
	return within(from, type) ? from : type;
}

static struct range add_ranges(struct range a, struct range b, bool subtract, struct range type)
{
	struct range sum;
	bool over = subtract ? __builtin_sub_overflow(a.low, b.high, &sum.low) || __builtin_sub_overflow(a.high, b.low, &sum.high)
			     : __builtin_add_overflow(a.low, b.low, &sum.low) || __builtin_add_overflow(a.high, b.high, &sum.high);

	return over ? type : cast_range(sum, type);
}

static struct range multiplied(struct range a, struct range b, struct range type)
{
	struct range product;

	if (a.low < 0 || b.low < 0 || __builtin_mul_overflow(a.low, b.low, &product.low) ||
	    __builtin_mul_overflow(a.high, b.high, &product.high))
		return type;
	return cast_range(product, type);
}

/* The smallest all-ones number that covers `high`. */
static int64_t ones(int64_t high)
{
	int64_t mask = 0;

	while (mask < high)
		mask = mask * 2 + 1;
	return mask;
}

static struct range binary_range(enum ir_op op, struct range a, struct range b, struct range type)
{
	bool known = a.low == a.high && b.low == b.high;

	switch (op) {
	case IR_ADD:
	case IR_SUB:
		return add_ranges(a, b, op == IR_SUB, type);
	case IR_MUL:
		return multiplied(a, b, type);
	case IR_AND:
		if (known)
			return (struct range){ a.low & b.low, a.low & b.low };
		if (a.low >= 0 && b.low >= 0)
			return (struct range){ 0, a.high < b.high ? a.high : b.high };
		if (a.low >= 0 || b.low >= 0)
			return (struct range){ 0, a.low >= 0 ? a.high : b.high };
		return type;
	case IR_OR:
	case IR_XOR:
		if (known && op == IR_OR)
			return (struct range){ a.low | b.low, a.low | b.low };
		if (a.low >= 0 && b.low >= 0 && a.high < INT64_MAX / 2 && b.high < INT64_MAX / 2)
			return (struct range){ 0, ones(a.high > b.high ? a.high : b.high) };
		return type;
	case IR_DIV:
		if (a.low >= 0 && b.low > 0)
			return (struct range){ a.low / b.high, a.high / b.low };
		return type;
	case IR_REM:
		if (a.low >= 0 && b.low > 0)
			return (struct range){ 0, a.high < b.high - 1 ? a.high : b.high - 1 };
		return type;
	case IR_SHR:
		if (a.low >= 0 && b.low >= 0 && b.high < 63)
			return (struct range){ a.low >> b.high, a.high >> b.low };
		return type;
	case IR_SHL:
		if (a.low >= 0 && b.low >= 0 && b.high < 62 && a.high <= INT64_MAX >> b.high)
			return cast_range((struct range){ a.low << b.low, a.high << b.high }, type);
		return type;
	default:
		return ir_op_is_comparison(op) ? (struct range){ 0, 1 } : type;
	}
}

/* `i + k` with k > 0 around a loop, in a signed type: overflow is undefined, so i never falls below where it began. */
static bool only_rises(const struct ranges *r, uint32_t phi, uint32_t arg)
{
	const struct value *v = value_at(r, arg), *k;

	if (v->kind != FACT__ORIGIN_KIND__ORIGIN_BINARY || v->op != IR_ADD || v->args[0] != phi)
		return false;
	k = value_at(r, v->args[1]);
	return k->kind == FACT__ORIGIN_KIND__ORIGIN_INT && k->number > 0 &&
	       r->body->unit->types.items[v->type].is_signed;
}

/* A join: what each edge brings in. A phi that is asked for while it is being joined (a loop) has its type's range. */
static struct range phi_range(struct ranges *r, uint32_t value)
{
	const struct graph *graph = &r->body->graph;
	const struct value *v = value_at(r, value);
	struct range joined = { INT64_MAX, INT64_MIN };

	if (value >= r->value_count || r->phi_state[value] == PHI_BUSY)
		return type_range(r, value);
	if (r->phi_state[value] == PHI_DONE)
		return r->phi_base[value];
	r->phi_state[value] = PHI_BUSY;
	for (uint32_t i = 0; i < v->arg_count; i++) {
		uint32_t edge = graph->in_edges[graph->in_first[v->block] + i];
		struct range in;

		if (v->args[i] == value)
			continue;
		in = evaluate(r, v->args[i], graph->edges[edge].from);
		in = constrained(r, v->args[i], edge, in);
		if (only_rises(r, value, v->args[i]))
			in.low = in.high;
		joined = hull(joined, in);
	}
	if (joined.low > joined.high)
		joined = type_range(r, value);
	r->phi_base[value] = intersect(type_range(r, value), joined);
	r->phi_state[value] = PHI_DONE;
	return r->phi_base[value];
}

static struct range result_range(const struct ranges *r, const struct value *v, struct range type)
{
	const char *name = body_library_name(r->body, r->body->events.items[v->number].callee);
	const struct model_trait *trait = name ? model_trait(name, TRAIT_RANGE) : NULL;

	return trait ? intersect(type, (struct range){ trait->a, trait->b }) : type;
}

/* Without what edges say of the value itself. Depth is bounded by the fuel. */
static struct range computed(struct ranges *r, uint32_t value, uint32_t block)
{
	struct value v = *value_at(r, value);
	struct range type = type_range(r, value);

	switch (v.kind) {
	case FACT__ORIGIN_KIND__ORIGIN_INT:
		return (struct range){ v.number, v.number };
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
		return cast_range(evaluate(r, v.args[0], block), type);
	case FACT__ORIGIN_KIND__ORIGIN_BINARY:
		return binary_range(v.op, evaluate(r, v.args[0], block), evaluate(r, v.args[1], block), type);
	case FACT__ORIGIN_KIND__ORIGIN_UNARY:
		if (v.op == IR_LNOT)
			return (struct range){ 0, 1 };
		return v.op == IR_NEG ? add_ranges((struct range){ 0, 0 }, evaluate(r, v.args[0], block), true, type) : type;
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
		return phi_range(r, value);
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		return result_range(r, &v, type);
	default:
		return type;
	}
}

static struct range evaluate(struct ranges *r, uint32_t value, uint32_t block)
{
	if (r->fuel-- <= 0)
		return type_range(r, value);
	return narrowed_at(r, value, block, computed(r, value, block));
}

struct range range_at(struct ranges *ranges, uint32_t value, uint32_t block)
{
	ranges->fuel = RANGE_FUEL;
	return evaluate(ranges, value, block);
}

struct ranges *ranges_build(struct body *body)
{
	struct ranges *r = arena_new(body->arena, struct ranges);

	r->body = body;
	r->room = RANGE_ROOM_LIMIT;
	/* Conditions may bring new constants into the graph; constraints on those say nothing. */
	for (uint32_t e = 0; e < body->graph.edge_count; e++)
		edge_condition(body, e);
	r->value_count = (uint32_t)body->values.all.len;
	r->first = arena_array(body->arena, uint32_t, r->value_count);
	r->narrowed = arena_array(body->arena, struct range *, r->value_count);
	r->phi_base = arena_array(body->arena, struct range, r->value_count);
	r->phi_state = arena_alloc(body->arena, sizeof *r->phi_state * r->value_count);
	memset(r->first, 0xff, r->value_count * sizeof *r->first);
	collect(r);
	return r;
}
