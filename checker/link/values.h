/* Where values come from, across functions: origins with parameters and results replaced by what callers hand over and callees return. */
#ifndef SNAG_LINK_VALUES_H
#define SNAG_LINK_VALUES_H

#include "link/program.h"

/* A hop of a trace: through which call the value went. */
struct value_hop {
	const struct function *function; /* caller */
	uint32_t event;                  /* its call */
};

/* One source of a value: an origin that can't be replaced any further, in the function where it stands. */
struct value_source {
	const struct function *function;
	uint32_t origin;       /* never PARAM with known callers, RESULT of a known callee, UNION */
	bool has_range;        /* what is known of the number after every check on the way */
	int64_t low, high;
	bool maybe;            /* some hop is a CALL_MAYBE edge */
	bool computed;         /* arithmetic on the way: it is not the same number any more */
	size_t hop_count;
	const struct value_hop *hops; /* from the use to the source; valid during the callback */
};

/* Returns false to stop the trace. */
typedef bool value_visit(void *data, const struct value_source *source);

/* Where a trace gives up: deeper sources come as ORIGIN_UNKNOWN. */
#define VALUE_DEPTH_LIMIT 12
#define VALUE_VISIT_LIMIT 4000

/*
 * Visits every source of an operand as seen in `function`, in a stable order.
 * Follows: UNION, CAST, PARAM to all callers, RESULT to all returns of known
 * callees and through RETURNS_ARG models, LOAD of a global or of a field to all
 * stores of it in the program. A PARAM of a function without callers, a RESULT
 * of a library function and all other kinds are sources themselves.
 */
void values_trace(const struct program *program, const struct function *function, const Fact__Operand *operand,
		  value_visit *visit, void *data);
void values_trace_origin(const struct program *program, const struct function *function, uint32_t origin,
			 value_visit *visit, void *data);

/*
 * Whether two addresses or handles may be the same object, by their key: a
 * global (with its fields), a (record, field) pair, a local object. "" where
 * an origin has none. The key of `&s->tid[i]` is that of field tid.
 */
const char *values_place_key(const struct program *program, const struct function *function, uint32_t origin,
			     struct arena *arena);

#endif
