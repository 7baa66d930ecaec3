/* A call while it is put together: what the parts of its lowering share. */
#ifndef SNAG_FRONT_LOWER_CALL_H
#define SNAG_FRONT_LOWER_CALL_H

#include "front/lower.h"

/* The pieces of a call before its instruction is made. */
struct call {
	CXCursor cursor, named; /* `named`: the function, method, field or variable that is called */
	struct kids kids;
	struct ir_value callee;
	VEC(struct ir_value) args;
	uint32_t return_type; /* IR_NONE where the callee's type doesn't tell */
	bool noreturn_, is_virtual;
	bool deferred;	/* std::async makes no thread: who asks for the result runs the function */
	bool unwritten; /* nobody wrote it: the type of the cursor isn't the call's */
};

void call_add_argument(struct builder *b, struct call *call, struct ir_value value);
bool call_takes_reference(struct builder *b, const struct call *call, unsigned parameter);
struct ir_value call_emit(struct builder *b, struct call *call);

/* Calls of C++ libraries, of which only what they do with functions is of interest (lower_library.c). */
bool call_is_library(struct builder *b, const struct call *call);
/* Of a callee that is a function. */
const char *call_callee_name(struct builder *b, const struct call *call);
/* A call that a library's header answers while it is compiled: the size of an array, flags joined. */
bool library_constant(struct builder *b, const struct call *call, struct ir_value *value);
/* Takes over an argument that can be called, or that a thread gets a copy of; false for any other. */
bool library_argument(struct builder *b, struct call *call, CXCursor argument, unsigned parameter);
/* The function is run at the latest when its result is asked for: as well at once. */
struct ir_value library_defers(struct builder *b, struct call *call);
/* What an algorithm calls with elements of its range. */
void library_runs(struct builder *b, const struct call *call);
/* What the method of a container, or of a pointer that owns, ends; and what is moved away (lower_owner.c). */
void library_ends(struct builder *b, const struct call *call);
/* An empty thread, one taken over from another object, a copy made member by member: only content moves. */
bool call_moves(struct builder *b, const struct call *call, struct ir_memory memory);

#endif
