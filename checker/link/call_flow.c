/* The worklist behind the call graph: each value comes to each node once, in a fixed order. */
#include "link/call_flow.h"

void flow_init(struct call_flow *flow, struct arena *arena, uint32_t node_count, flow_heard *heard, void *data)
{
	*flow = (struct call_flow){ .arena = arena, .heard = heard, .data = data };
	flow->nodes = arena_array(arena, struct flow_node, node_count);
}

void flow_release(struct call_flow *flow)
{
	map_release(&flow->seen);
}

static void add_link(struct call_flow *flow, uint32_t *head, uint32_t to)
{
	vec_push(flow->arena, &flow->links, (struct flow_link){ .to = to, .next = *head });
	*head = (uint32_t)flow->links.len;
}

void flow_add_value(struct call_flow *flow, uint32_t node, uint32_t value)
{
	struct flow_node *n = &flow->nodes[node];
	bool added;

	if (n->value_count > FLOW_SET_LIMIT)
		return;
	if (n->value_count == FLOW_SET_LIMIT)
		value = FLOW_ANY;
	map_put(&flow->seen, (uint64_t)node << 32 | value, 0, &added);
	if (!added)
		return;
	n->value_count = value == FLOW_ANY ? FLOW_SET_LIMIT + 1 : n->value_count + 1;
	add_link(flow, &n->values, value);
	vec_push(flow->arena, &flow->work, (struct flow_work){ .node = node, .value = value });
}

void flow_add_edge(struct call_flow *flow, uint32_t from, uint32_t to)
{
	add_link(flow, &flow->nodes[from].edges, to);
	for (uint32_t v = flow->nodes[from].values; v; v = flow->links.items[v - 1].next)
		flow_add_value(flow, to, flow->links.items[v - 1].to);
}

void flow_add_watch(struct call_flow *flow, uint32_t node, uint32_t watch)
{
	add_link(flow, &flow->nodes[node].watches, watch);
	for (uint32_t v = flow->nodes[node].values; v; v = flow->links.items[v - 1].next)
		vec_push(flow->arena, &flow->work,
			 (struct flow_work){ .node = node, .value = flow->links.items[v - 1].to, .watch = watch + 1 });
}

void flow_run(struct call_flow *flow)
{
	while (flow->done < flow->work.len) {
		struct flow_work work = flow->work.items[flow->done++];
		const struct flow_node *node = &flow->nodes[work.node];

		if (work.watch) {
			flow->heard(flow->data, work.watch - 1, work.value);
			continue;
		}
		for (uint32_t e = node->edges; e; e = flow->links.items[e - 1].next)
			flow_add_value(flow, flow->links.items[e - 1].to, work.value);
		for (uint32_t w = node->watches; w; w = flow->links.items[w - 1].next)
			flow->heard(flow->data, flow->links.items[w - 1].to, work.value);
	}
}
