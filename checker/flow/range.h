/*
 * Integer ranges of values where they are used: from constants, types, models
 * of library functions, and every comparison that dominates the use.
 */
#ifndef SNAG_FLOW_RANGE_H
#define SNAG_FLOW_RANGE_H

#include "flow/body.h"

/* Inclusive. Unsigned 64-bit values above INT64_MAX are taken as INT64_MAX. */
struct range {
	int64_t low, high;
};

/* `left op right` holds on an edge. */
struct condition {
	bool known;
	enum ir_op op; /* a comparison */
	uint32_t left, right;
	bool is_default; /* of a switch: none of its cases */
};

struct ranges;

struct ranges *ranges_build(struct body *body);

/* What is known of an integer value in a block. The whole range of its type where nothing is. */
struct range range_at(struct ranges *ranges, uint32_t value, uint32_t block);
struct range range_of_type(const struct ir_unit *unit, uint32_t type);

/* The condition under which an edge is taken. */
struct condition edge_condition(struct body *body, uint32_t edge);

#endif
