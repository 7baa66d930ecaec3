/* Counted loops: a phi of the header, its start, its step, and the comparison that ends it. */
#include "flow/trips.h"

struct counter {
	int64_t start, step;
};

static const struct value *value_at(const struct body *body, uint32_t value)
{
	return &body->values.all.items[value];
}

/* phi(constant from outside, phi + constant from every back edge). */
static bool is_counter(const struct body *body, uint32_t phi, uint32_t header, struct counter *counter)
{
	const struct graph *graph = &body->graph;
	const struct value *v = value_at(body, phi);
	bool started = false;

	counter->step = 0;
	if (v->kind != FACT__ORIGIN_KIND__ORIGIN_UNION || v->block != header)
		return false;
	for (uint32_t i = 0; i < v->arg_count; i++) {
		const struct value *arg = value_at(body, v->args[i]);

		if (graph->edges[graph->in_edges[graph->in_first[header] + i]].back) {
			const struct value *k = arg->arg_count == 2 ? value_at(body, arg->args[1]) : NULL;

			if (!k || arg->kind != FACT__ORIGIN_KIND__ORIGIN_BINARY || arg->op != IR_ADD || arg->args[0] != phi ||
			    k->kind != FACT__ORIGIN_KIND__ORIGIN_INT || (counter->step && counter->step != k->number))
				return false;
			counter->step = k->number;
		} else if (arg->kind != FACT__ORIGIN_KIND__ORIGIN_INT || (started && counter->start != arg->number)) {
			return false;
		} else {
			counter->start = arg->number;
			started = true;
		}
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
		int64_t n;

		/* The edge that stays inside, beside one that leaves. */
		if (!inside(graph, edge->from, loop) || !inside(graph, edge->to, loop) || !every_round(graph, edge->from, header))
			continue;
		stay = edge_condition(body, e);
		if (!stay.known || value_at(body, stay.right)->kind != FACT__ORIGIN_KIND__ORIGIN_INT ||
		    graph->out_first[edge->from + 1] - graph->out_first[edge->from] != 2 ||
		    inside(graph, graph->edges[graph->out_first[edge->from] + 1 - edge->slot].to, loop) ||
		    !is_counter(body, stay.left, header, &counter))
			continue;
		n = rounds(&counter, stay.op, value_at(body, stay.right)->number);
		if (n >= 0 && (least < 0 || n < least))
			least = n;
	}
	return least;
}
