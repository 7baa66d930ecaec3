/* Objects of the C++ library that are threads, or that own some: in the IR, which object a thread is joined by. */
#ifndef SNAG_FRONT_LOWER_THREAD_H
#define SNAG_FRONT_LOWER_THREAD_H

#include "front/lower_call.h"

/* Whether objects of a class are threads, know the end of one, or own such objects. */
bool thread_is_held(struct builder *b, CXType type);
/* Whether a call makes a thread of its arguments: it gets copies of what it is handed. */
bool thread_copies_arguments(struct builder *b, const struct call *call);
/* A container, or a function that makes an owner, makes a thread of its arguments: this comes first. */
void thread_make_element(struct builder *b, struct call *call);
/* The thread that an owner is handed by the call, asked for before it; none where it is handed none. */
struct ir_value thread_handed(struct builder *b, const struct call *call);
/* From now on the owner has it: the object of the call, or what a function yields. */
void thread_take(struct builder *b, const struct call *call, struct ir_value thread, struct ir_value result);
/* `memory` got the thread that a call yields, or the pointer to one that `new` made; nothing for other expressions. */
void thread_keep(struct builder *b, struct ir_memory memory, struct ir_value value, CXCursor expression);

#endif
