/* How objects of classes begin and end. */
#ifndef SNAG_FRONT_LOWER_CLASS_H
#define SNAG_FRONT_LOWER_CLASS_H

#include "front/classes.h"
#include "front/lower.h"

/* Bases and members, before a constructor's own body. */
void lower_begin_parts(struct builder *b, CXCursor constructor);
/* Members and bases, behind a destructor's own body: from here on they end where the function does. */
void lower_enter_parts(struct builder *b, CXCursor class_);
/* An object that is given nothing. */
void lower_default_object(struct builder *b, struct ir_memory memory, CXType type, CXCursor at);
/* Only the members of its own class: an inherited constructor did the rest. */
void lower_default_members(struct builder *b, struct ir_memory memory, CXType type, CXCursor at);
void lower_destroy(struct builder *b, struct ir_value pointer, CXType type, CXCursor at);
/* An object without a name, which ends with the full expression where it isn't handed over. */
struct ir_memory lower_temporary(struct builder *b, CXCursor expression);
/* The object that an argument was made as is the callee's now: it is no temporary any more. */
void lower_hand_over(struct builder *b, const struct scope *before);
/* Temporaries since `outer` end. */
void lower_end_temporaries(struct builder *b, struct scope *outer);
/* The local variable that `expression` is, or is moved from; IR_NONE for any other. */
uint32_t lower_moved_local(struct builder *b, CXCursor expression);
/* A function that nobody wrote. */
void lower_implicit(struct front *front, const struct implicit *implicit);
struct ir_memory memory_as(struct builder *b, struct ir_memory memory, uint32_t type, CXCursor at);
struct ir_memory memory_of_elements(struct builder *b, struct ir_memory memory);

#endif
