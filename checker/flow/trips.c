/* Counted loops: a phi of the header, its start, its step, and the comparison that ends it. */
#include "flow/trips.h"

/* A number that starts at `start`, or a pointer that starts that many elements into `base`. */
struct counter {
	uint32_t base; /* value, or VALUE_UNKNOWN: a number */
	int64_t start, step;
};

static const struct value *value_at(const struct body *body, uint32_t value)
{
	return &body->values.all.items[value];
}

/* A constant as a position: a number, or a place in an array. */
static bool position(const struct body *body, uint32_t value, uint32_t *base, int64_t *number)
{
	const struct value *v = value_at(body, value), *index;

	*base = VALUE_UNKNOWN;
	*number = v->number;
	if (v->kind == FACT__ORIGIN_KIND__ORIGIN_INT)
		return true;
	if (body->unit->types.items[v->type].kind != IR_T_ARRAY && v->kind != FACT__ORIGIN_KIND__ORIGIN_ELEMENT)
		return false;
	*base = value;
	*number = 0;
	if (v->kind != FACT__ORIGIN_KIND__ORIGIN_ELEMENT)
		return true;
	index = value_at(body, v->args[1]);
	*base = v->args[0];
	*number = index->number;
	return index->kind == FACT__ORIGIN_KIND__ORIGIN_INT;
}

/* What one round adds to the phi: `phi + constant`, as a number or as a step to an element. */
static bool step_of(const struct body *body, uint32_t phi, uint32_t arg, int64_t *step)
{
	const struct value *v = value_at(body, arg), *k;
	bool sum = v->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY && v->op == IR_ADD;

	if ((!sum && v->kind != FACT__ORIGIN_KIND__ORIGIN_ELEMENT) || v->args[0] != phi)
		return false;
	k = value_at(body, v->args[1]);
	*step = k->number;
	return k->kind == FACT__ORIGIN_KIND__ORIGIN_INT && k->number > 0;
}

/* phi(constant from outside, phi + constant from every back edge). */
static bool is_counter(const struct body *body, uint32_t phi, uint32_t header, struct counter *counter)
{
	const struct graph *graph = &body->graph;
	const struct value *v = value_at(body, phi);
	bool started = false;

	*counter = (struct counter){ 0 };
	if (v->kind != FACT__ORIGIN_KIND__ORIGIN_UNION || v->block != header)
		return false;
	for (uint32_t i = 0; i < v->arg_count; i++) {
		struct counter other = *counter;

		if (graph->edges[graph->in_edges[graph->in_first[header] + i]].back) {
			if (!step_of(body, phi, v->args[i], &other.step) || (counter->step && counter->step != other.step))
				return false;
		} else if (!position(body, v->args[i], &other.base, &other.start) ||
			   (started && (counter->base != other.base || counter->start != other.start))) {
			return false;
		} else {
			started = true;
		}
		*counter = other;
	}
	return started && counter->step > 0;
}

static bool inside(const struct graph *graph, uint32_t block, uint32_t loop)
{
	uint32_t l = graph->loop_of[block];

	while (l != IR_NONE && l != loop)
		l = graph->loops[l].parent;
	return l == loop;
}

/* Whether every round passes the block: it dominates each source of a back edge. */
static bool every_round(const struct graph *graph, uint32_t block, uint32_t header)
{
	for (uint32_t k = graph->in_first[header]; k < graph->in_first[header + 1]; k++) {
		const struct graph_edge *edge = &graph->edges[graph->in_edges[k]];

		if (edge->back && !graph_dominates(graph, block, edge->from))
			return false;
	}
	return true;
}

/* Rounds while `counter op limit` holds; -1 where the comparison doesn't end a rising counter. */
static int64_t rounds(const struct counter *counter, enum ir_op op, int64_t limit)
{
	int64_t span;

	if (op != IR_LT && op != IR_LE && op != IR_NE)
		return -1;
	if (__builtin_sub_overflow(limit, counter->start, &span) || span < 0)
		return op == IR_NE ? -1 : 0;
	if (op == IR_LE && __builtin_add_overflow(span, 1, &span))
		return -1;
	return span / counter->step + (span % counter->step != 0);
}

int64_t trips_of_loop(struct body *body, uint32_t loop)
{
	const struct graph *graph = &body->graph;
	uint32_t header = graph->loops[loop].header;
	int64_t least = -1;

	for (uint32_t e = 0; e < graph->edge_count; e++) {
		const struct graph_edge *edge = &graph->edges[e];
		struct condition stay;
		struct counter counter;
		uint32_t base;
		int64_t limit, n;

		/* The edge that stays inside, beside one that leaves. */
		if (!inside(graph, edge->from, loop) || !inside(graph, edge->to, loop) || !every_round(graph, edge->from, header))
			continue;
		stay = edge_condition(body, e);
		if (!stay.known || !position(body, stay.right, &base, &limit) ||
		    graph->out_first[edge->from + 1] - graph->out_first[edge->from] != 2 ||
		    inside(graph, graph->edges[graph->out_first[edge->from] + 1 - edge->slot].to, loop) ||
		    !is_counter(body, stay.left, header, &counter) || counter.base != base)
			continue;
		n = rounds(&counter, stay.op, limit);
		if (n >= 0 && (least < 0 || n < least))
			least = n;
	}
	return least;
}
