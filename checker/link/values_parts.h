/* What the files of value traces share: the walk, and what is known on the way. */
#ifndef SNAG_LINK_VALUES_PARTS_H
#define SNAG_LINK_VALUES_PARTS_H

#include "link/internal.h"
#include "link/values.h"

struct hop {
	const struct hop *before;
	struct value_hop hop;
};

/* Calls that the walk went down through, the innermost first. Equal ones have one id. */
struct context {
	const struct context *outer; /* NULL: none */
	uint32_t id;
	const struct call *call;
	const struct hop *hops;      /* with this call */
	unsigned hop_count;
};

/* An origin still to look at, with all that is known on the way to it. */
struct trace_item {
	const struct function *function;
	uint32_t origin;
	bool lent; /* not the value: what the function leaves in memory that its parameter `origin` points to */
	bool has_range, maybe, computed;
	struct range range;
	const struct context *context;
	const struct hop *hops;
	unsigned hop_count;
	unsigned depth;
};

/* A way in which an origin, or what is written to a place, was looked at before. */
struct state {
	struct range range;
	uint32_t context; /* its id; 0: none */
	bool has_range, maybe, computed;
	uint32_t next; /* 1 + index; 0: none */
};

struct visited {
	struct map first; /* key → 1 + index into ways */
	VEC(struct state) ways;
};

struct trace {
	const struct program *program;
	value_visit *visit;
	value_through *through; /* NULL: sources are visited as they are */
	void *data;
	struct arena arena;
	VEC(struct trace_item) todo;
	VEC(struct trace_item) behind; /* what sources led on to: looked at when nothing else is left */
	struct visited origins; /* by function and origin */
	struct visited places;  /* by group and exact place: whose writes are on the way already */
	struct map contexts; /* id of the outer one and call → id */
	struct place_key key;
	size_t limit;        /* of ways in which origins are looked at */
	bool stopped;        /* by the visitor */
	bool cut;            /* by the limit */
};

static inline const Fact__Origin *trace_origin(const struct trace_item *item)
{
	return item->function->facts->origins[item->origin];
}

/* values.c */
/* Puts an origin on the way, unless it was looked at before in the same way. */
void trace_push(struct trace *t, const struct trace_item *item);
/* Tells the visitor of a source; `initial`: the content that it was read from, or NULL. */
void trace_deliver(struct trace *t, struct trace_item item, const struct place_write *initial);
void trace_deliver_unknown(struct trace *t, struct trace_item item);
/* Goes on with an operand of the item's function. */
void trace_set_operand(struct trace_item *item, const Fact__Operand *operand);

/* values_calls.c: steps between callers and callees. */
void trace_parameter(struct trace *t, const struct trace_item *item);
void trace_result(struct trace *t, const struct trace_item *item);
/* What a call left in memory that it was handed. */
void trace_out(struct trace *t, const struct trace_item *item);
void trace_lent(struct trace *t, const struct trace_item *item);

#endif
