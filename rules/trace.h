/* Questions that several rules ask of values: what an address points into, what a constant is. */
#ifndef SNAG_RULES_TRACE_H
#define SNAG_RULES_TRACE_H

#include "engine/rule.h"

const Fact__Origin *origin_of(const struct function *function, uint32_t origin);
/* The type of an origin, or NULL. */
const Fact__Type *origin_type(const struct function *function, uint32_t origin);
/* The type of what a pointer points to, or of an array's elements; NULL for other types. */
const Fact__Type *type_pointed(const struct function *function, const Fact__Type *type);
/* The origin behind all conversions. */
uint32_t origin_bare(const struct function *function, uint32_t origin);
/* The object's address that an address inside it starts from, without leaving the function: `&p->a[3]` gives p. */
uint32_t origin_root(const struct function *function, uint32_t origin);

/* As origin_root, but through library calls too that return an argument: `out << a << b` gives out. */
uint32_t origin_object(const struct program *program, const struct function *function, uint32_t origin);
/* Whether two addresses point into one object, as far as one function tells. */
bool origin_same_object(const struct function *function, uint32_t a, uint32_t b);

/*
 * As values_trace_origin, but through fields, elements and pointer arithmetic
 * too: sources are the addresses of whole objects that the pointer may point
 * into, and what can't be followed further.
 */
void trace_memory(const struct program *program, const struct function *function, uint32_t origin, value_visit *visit,
		  void *data);

/* The one number that an operand holds in every call, if it is known. */
bool trace_number(const struct program *program, const struct function *function, const Fact__Operand *operand,
		  int64_t *number);
/* The one text that an operand points to in every call, or NULL. */
const char *trace_text(const struct program *program, const struct function *function, const Fact__Operand *operand,
		       struct arena *arena);

/*
 * Visits each text that initial content gives an array of characters with
 * static storage. False where it has none, or something else is written there.
 */
typedef void text_visit(void *data, const unsigned char *text, size_t length);
bool trace_global_text(const struct program *program, const struct value_source *source, text_visit *visit,
		       void *data);

/* The variable that "NAME=value" or a plain "NAME" names; NULL where that is no name. */
const char *variable_name(const char *text, struct arena *arena);

/* The library callee's name of the call event that an origin is the result of; NULL for other origins. */
const char *result_of(const struct program *program, const struct function *function, uint32_t origin);

#endif
