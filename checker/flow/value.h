/*
 * The value graph of one function: static single assignment with equal
 * computations shared (global value numbering), so that two mentions of `*s`
 * with nothing written between them are one value. Its nodes become the
 * origins of the facts.
 */
#ifndef SNAG_FLOW_VALUE_H
#define SNAG_FLOW_VALUE_H

#include "base/map.h"
#include "base/vec.h"
#include "model/facts.h"
#include "model/ir.h"

struct value {
	Fact__OriginKind kind; /* FACT__ORIGIN_KIND__ORIGIN_UNION: a phi, one argument for each in-edge of `block` */
	enum ir_op op;
	uint32_t type;
	int64_t number;
	uint32_t symbol, record, field;
	uint32_t memory; /* of a LOAD: the version of memory it reads */
	uint32_t block;  /* where the last thing it is made of comes into being: the value is the same in all that this block dominates */
	uint32_t arg_count;
	uint32_t *args;
};

/* What memory holds: a chain of writes. Version 0 is the function's entry. */
enum version_kind { VERSION_ENTRY, VERSION_STORE, VERSION_ZERO, VERSION_CALL, VERSION_OPAQUE, VERSION_PHI };

struct version {
	enum version_kind kind;
	uint32_t block;
	uint32_t before;         /* version */
	uint32_t address, value; /* of a store */
	uint32_t event;          /* of a call: id among the function's calls */
	uint32_t arg_count;      /* of a call: its argument values; of a phi: versions */
	uint32_t *args;
};

struct values {
	struct arena *arena;
	const struct ir_unit *unit;
	VEC(struct value) all;   /* 0: unknown */
	VEC(struct version) versions;
	struct map *index;       /* digest of a node → its first value; equal digests are chained through `next` */
	VEC(uint32_t) next;
	const uint32_t *order_of; /* of the graph: tells which of two blocks on one dominator path is the lower */
};

#define VALUE_UNKNOWN 0u
#define VALUE_UNION_FIELD 1 /* `number` of a FIELD whose record is a union: its fields share memory */

void values_init(struct values *values, struct arena *arena, const struct ir_unit *unit, struct map *index,
		 const uint32_t *order_of);

/* The node with this content, made where it is new. `args` are copied. */
uint32_t value_make(struct values *values, const struct value *value);
/* A node of its own even where an equal one exists: phis, and values of which nothing is known. */
uint32_t value_fresh(struct values *values, const struct value *value);
uint32_t value_int(struct values *values, uint32_t type, int64_t number);

/* Below the steps: what an address starts from. */
uint32_t value_root(const struct values *values, uint32_t address);

/* What a read of `address` yields in that state of memory: the value last stored there, or a LOAD of it. */
uint32_t value_load(struct values *values, uint32_t address, uint32_t memory, uint32_t type);

/*
 * All that a LOAD of a local object may yield, by walking the writes before it:
 * values, UNDEFINED and OUT nodes. Beyond the bounds comes VALUE_UNKNOWN.
 */
#define LOCAL_LOAD_SOURCES 64
#define LOCAL_LOAD_STEPS 4096
struct value_list {
	VEC(uint32_t) items;
};
void value_local_sources(struct values *values, uint32_t load, struct value_list *sources);

#endif
