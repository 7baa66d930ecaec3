/* Sets of functions at nodes, pushed along edges until nothing changes. Knows nothing of programs. */
#ifndef SNAG_LINK_CALL_FLOW_H
#define SNAG_LINK_CALL_FLOW_H

#include "base/map.h"
#include "base/vec.h"

/* A larger set says nothing any more: it becomes FLOW_ANY, besides what it held. */
#define FLOW_SET_LIMIT 64
#define FLOW_ANY UINT32_MAX

/* A watch of a node hears of each value there, now and then twice. */
typedef void flow_heard(void *data, uint32_t watch, uint32_t value);

struct flow_link {
	uint32_t to;   /* node, value or watch */
	uint32_t next; /* 1 + index of the next link of the node; 0: none */
};

struct flow_node {
	uint32_t edges, values, watches; /* 1 + index into links; 0: none */
	uint32_t value_count;
};

struct flow_work {
	uint32_t node, value;
	uint32_t watch; /* 1 + the only watch to tell; 0: all, and the edges */
};

struct call_flow {
	struct arena *arena;
	struct flow_node *nodes;
	VEC(struct flow_link) links;
	VEC(struct flow_work) work;
	size_t done; /* work before this is finished */
	struct map seen; /* node and value */
	flow_heard *heard;
	void *data;
};

void flow_init(struct call_flow *flow, struct arena *arena, uint32_t node_count, flow_heard *heard, void *data);
void flow_release(struct call_flow *flow);
void flow_add_value(struct call_flow *flow, uint32_t node, uint32_t value);
void flow_add_edge(struct call_flow *flow, uint32_t from, uint32_t to);
void flow_add_watch(struct call_flow *flow, uint32_t node, uint32_t watch);
/* Until nothing changes; whoever hears may add more. */
void flow_run(struct call_flow *flow);

#endif
