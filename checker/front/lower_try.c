/* Exceptions: from anywhere in a `try` to its handlers. */
#include "front/lower.h"

/* Leaves for the handlers of the innermost `try`: what was made inside it ends. */
static void leave_for_handlers(struct builder *b)
{
	build_leave(b, b->on_throw.scope, b->here);
	build_jump(b, b->on_throw.block);
}

void lower_may_throw(struct builder *b, CXCursor at)
{
	uint32_t thrown, next;

	if (b->on_throw.block == IR_NONE || !build_is_open(b))
		return;
	thrown = build_block(b);
	next = build_block(b);
	build_branch(b, ir_value_unknown(front_type_int(b->front, 4, true)), thrown, next, at);
	build_begin(b, thrown);
	leave_for_handlers(b);
	build_begin(b, next);
}

struct ir_value lower_throw(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);

	if (kids.count && clang_isExpression(kids_last(&kids).kind))
		lower_effects(b, kids_last(&kids));
	if (!build_is_open(b))
		return ir_value_none();
	if (b->on_throw.block != IR_NONE)
		leave_for_handlers(b);
	else
		build_unreachable(b, expression);
	return ir_value_none();
}

/* The exception object is made elsewhere: what its variable holds isn't known. */
static void lower_handler(struct builder *b, CXCursor handler)
{
	struct kids kids = front_kids(b->front, handler);
	struct scope *outer = b->scope;

	if (kids.count > 1 && kids.at[0].kind == CXCursor_VarDecl) {
		struct ir_memory memory = ir_memory_local(b, lower_local(b, kids.at[0]));

		build_store(b, memory, ir_value_unknown(memory.type), kids.at[0]);
		build_enter(b, memory.index, IR_NONE);
	}
	if (kids.count)
		lower_statement(b, kids_last(&kids));
	build_end_scope(b, outer, b->here);
}

/* Which handler takes an exception isn't known. The last may be passed, too: then the exception goes on. */
void lower_try(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);
	struct jump_goal outer = b->on_throw;
	uint32_t handlers = build_block(b), end = build_block(b);

	b->on_throw = (struct jump_goal){handlers, b->scope};
	lower_may_throw(b, statement);
	if (kids.count)
		lower_statement(b, kids.at[0]);
	b->on_throw = outer;
	if (build_is_open(b))
		build_jump(b, end);
	build_begin(b, handlers);
	for (uint32_t i = 1; i < kids.count; i++) {
		uint32_t next = build_block(b), handler = build_block(b);

		build_branch(b, ir_value_unknown(front_type_int(b->front, 4, true)), handler, next, kids.at[i]);
		build_begin(b, handler);
		lower_handler(b, kids.at[i]);
		if (build_is_open(b))
			build_jump(b, end);
		build_begin(b, next);
	}
	if (b->on_throw.block != IR_NONE)
		leave_for_handlers(b);
	else
		build_unreachable(b, statement);
	build_begin(b, end);
}
