/* Library objects that own others: what their methods end, and what is taken away from local ones. */
#include "front/lower_call.h"
#include "front/lower_class.h"
#include "front/lower_thread.h"

#include <string.h>

/* Methods after which something that the object held may be no more. */
static bool ends_content(const char *method)
{
	static const char *const names[] = {"reset", "clear", "pop", "pop_back", "pop_front", "erase", "operator="};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(method, names[i]))
			return true;
	return false;
}

/* All that the object held ends; a loop over no threads and a join of none leave the same behind. */
static bool ends_threads(struct builder *b, const struct call *call, const char *method)
{
	return strncmp(method, "pop", 3) != 0 && strcmp(method, "erase") != 0 &&
	       thread_is_held(b, clang_getCursorType(clang_getCursorSemanticParent(call->named)));
}

static void end_content(struct builder *b, const struct call *call)
{
	CXCursor class_ = clang_getCursorSemanticParent(call->named);
	CXString method = clang_getCursorSpelling(call->named);
	bool ends = ends_content(clang_getCString(method)), all = ends_threads(b, call, clang_getCString(method));
	uint32_t some, next;

	clang_disposeString(method);
	if (!ends || class_owned(b->front, class_, 0).kind == CXType_Invalid || !call->args.len || !build_is_open(b) ||
	    class_destructor(b->front, clang_getCursorType(class_)) == IR_NONE)
		return;
	if (all) {
		lower_destroy(b, call->args.items[0], clang_getCursorType(class_), call->cursor);
		return;
	}
	some = build_block(b);
	next = build_block(b);
	build_branch(b, ir_value_unknown(front_type_int(b->front, 4, true)), some, next, call->cursor);
	build_begin(b, some);
	lower_destroy(b, call->args.items[0], clang_getCursorType(class_), call->cursor);
	build_begin(b, next);
}

void library_ends(struct builder *b, const struct call *call)
{
	const char *name = b->front->unit->symbols.items[call->callee.index].name;
	uint32_t local;

	if (!strcmp(name, "std::move") && clang_Cursor_getNumArguments(call->cursor) == 1) {
		local = lower_moved_local(b, clang_Cursor_getArgument(call->cursor, 0));
		if (local != IR_NONE)
			*map_put(&b->gone, local, 0, NULL) = 1;
	} else if (call->named.kind == CXCursor_CXXMethod) {
		end_content(b, call);
	}
}
