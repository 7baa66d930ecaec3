/*
 * Where values come from, across functions: origins with parameters and results
 * replaced by what callers hand over and callees return.
 */
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
	/*
	 * Not NULL: the value is this initial content of memory that the origin, a LOAD,
	 * reads; symbols and types of it are init_unit's.
	 */
	const Fact__StaticInit *init;
	const Fact__Unit *init_unit;
	bool has_range;        /* what is known of the number where the trace began, after every check on the way */
	int64_t low, high;
	bool maybe;            /* some hop is a CALL_MAYBE edge */
	bool computed;         /* arithmetic or a cast that changes it on the way: it is not the same number any more */
	size_t hop_count;
	const struct value_hop *hops; /* from the use to the source; valid during the callback */
};

/* Returns false to stop the trace. */
typedef bool value_visit(void *data, const struct value_source *source);

/* Gives the origin of that function that a source leads on to, or the source itself. */
typedef uint32_t value_through(const struct function *function, uint32_t origin);

/* Where a trace gives up: sources that lie deeper, or behind so many origins, come as ORIGIN_UNKNOWN. */
#define VALUE_DEPTH_LIMIT 12
#define VALUE_VISIT_LIMIT 4000
/* Sources that are followed on: past this they are left out. */
#define VALUE_BEHIND_LIMIT 256

/*
 * Visits every source of an operand as seen in `function`, in a stable order.
 * Follows: UNION, CAST, PARAM to all callers (out of a callee only to the call by
 * which the trace came in), RESULT to all returns of known callees and through
 * RETURNS_ARG models, LOAD of a global or of a field to all stores of it in the
 * program and its initial content, OUT to what known callees store there,
 * arithmetic to its operands but constants (`computed`; of a pointer, to the
 * pointer). A PARAM of a function without callers, a RESULT of a library function
 * and all other kinds are sources themselves. So are, besides what is stored
 * there, an OUT, and a LOAD of memory that code out of sight may write: a
 * local's, behind a pointer, a library's global.
 */
void values_trace(const struct program *program, const struct function *function, const Fact__Operand *operand,
		  value_visit *visit, void *data);
void values_trace_origin(const struct program *program, const struct function *function, uint32_t origin,
			 value_visit *visit, void *data);
/* As values_trace_origin, but what a source leads on to is looked at in its stead, as if the trace began there. */
void values_trace_through(const struct program *program, const struct function *function, uint32_t origin,
			  value_through *through, value_visit *visit, void *data);

/* The origin's content, be it initial content or not, and the unit that its indices speak of. */
const Fact__Origin *values_source_origin(const struct value_source *source);
const Fact__Unit *values_source_unit(const struct value_source *source);

/*
 * Whether two addresses or handles may be the same object, by their key. "" where
 * an origin has none. Elements don't count: the key of `&s->tid[i]` is that of
 * field tid.
 *
 *   global NAME            an external object
 *   global NAME@FILE#n     another one, of that unit
 *   local FUNCTION@id#n    object n of a function
 *   param FUNCTION@id#n    what parameter n points to
 *   result FUNCTION@id#n   what the result of event n points to: malloc
 *   KEY.field.field        a field of a global or local object
 *   field RECORD.field     a field of a record that is reached through a pointer
 *   KEY*                   what the pointer in that memory points to
 */
const char *values_place_key(const struct program *program, const struct function *function, uint32_t origin,
			     struct arena *arena);

#endif
