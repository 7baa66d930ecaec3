/* Library objects that stand for a function: std::function and its like. In the IR they are pointers to it. */
#ifndef SNAG_FRONT_LOWER_CALLABLE_H
#define SNAG_FRONT_LOWER_CALLABLE_H

#include "front/lower_call.h"

/* Behind conversions and copies that the language makes of an object. */
CXCursor callable_uncopied(struct builder *b, CXCursor argument);
/* The function, or the method, that an argument names; the null cursor where it names none. */
CXCursor callable_function(struct builder *b, CXCursor argument);
/* The function that is called when what the expression yields is. */
struct ir_value callable_value(struct builder *b, CXCursor expression);
/* Makes such an object, or a container of them from a list in braces; false for any other. */
bool callable_constructs(struct builder *b, struct ir_memory memory, CXCursor call);
/* A call of such an object, or what a library does with one, as a value … */
bool callable_call(struct builder *b, CXCursor call, struct ir_value *value);
/* … and as memory: where it lies, where a container has its elements. */
bool callable_memory(struct builder *b, CXCursor call, struct ir_memory *memory);
/* What a range-for over a container of them goes over; false for any other. */
bool callable_elements(struct builder *b, struct ir_memory container, CXType type, struct ir_memory *elements);

#endif
