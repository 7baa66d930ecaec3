/* Threads of the C++ library, and the containers and pointers that own them: which object each is joined by. */
#include "front/lower_thread.h"

#include "front/classes.h"
#include "model/models.h"

#include <string.h>

/* Owners lie in each other that deep in no real program. */
#define OWNER_DEPTH_LIMIT 8

/* --- which classes ------------------------------------------------------------------------- */

/* `std::thread::thread` of the class, where that makes threads; NULL for any other. */
static const char *thread_constructor(struct builder *b, CXType type)
{
	struct front *front = b->front;
	const char *name, *last;
	uint32_t ir;

	if (type.kind != CXType_Record)
		return NULL;
	ir = front_type(front, type);
	if (front_type_at(front, ir)->kind != IR_T_RECORD)
		return NULL;
	name = front->unit->records.items[front_type_at(front, ir)->record].name;
	last = strrchr(name, ':');
	name = arena_printf(front->arena, "%s::%s", name, last ? last + 1 : name);
	return model_thread_creator(name) ? name : NULL;
}

/* A thread, or what will know its end. */
static bool is_thread(struct builder *b, CXType type)
{
	const struct ir_type *ir;

	if (type.kind != CXType_Record)
		return false;
	ir = front_type_at(b->front, front_type(b->front, type));
	return ir->kind == IR_T_RECORD && (!strcmp(b->front->unit->records.items[ir->record].name, "std::future") ||
					   thread_constructor(b, type));
}

/* What an owner's objects end with themselves, or point to: of a map, its values. */
static CXType content_of(struct builder *b, CXType owner)
{
	CXCursor class_ = clang_getTypeDeclaration(owner);
	CXType type, content = {CXType_Invalid, {NULL, NULL}};

	if (owner.kind == CXType_Pointer)
		return clang_getCanonicalType(clang_getPointeeType(owner));
	if (owner.kind != CXType_Record || !front_is_system(class_))
		return content;
	for (unsigned i = 0; i < 2 && (type = class_owned(b->front, class_, i)).kind != CXType_Invalid; i++)
		content = type;
	while (content.kind == CXType_ConstantArray || content.kind == CXType_IncompleteArray)
		content = clang_getCanonicalType(clang_getArrayElementType(content));
	return content;
}

bool thread_is_held(struct builder *b, CXType type)
{
	type = clang_getCanonicalType(type);
	if (!b->front->cplusplus || type.kind != CXType_Record)
		return false;
	for (int depth = 0; depth < OWNER_DEPTH_LIMIT; depth++) {
		if (is_thread(b, type))
			return true;
		type = content_of(b, type);
	}
	return false;
}

static CXType class_of_method(const struct call *call)
{
	return clang_getCanonicalType(clang_getCursorType(clang_getCursorSemanticParent(call->named)));
}

/* --- made of a call's arguments ----------------------------------------------------------------- */

/* Where the function, or the tag before it, stands that an owner makes its content of; false for other calls. */
static bool makes_content(struct builder *b, const struct call *call, CXType *owner, unsigned *first)
{
	static const char *const makers[] = {"std::make_unique", "std::make_shared", "std::make_optional"};
	CXType type;

	*first = 0;
	switch (call->named.kind) {
	case CXCursor_CXXMethod:
		*owner = class_of_method(call);
		return strstr(call_callee_name(b, call), "::emplace") != NULL;
	case CXCursor_FunctionDecl:
		*owner = clang_getCanonicalType(clang_getCursorType(call->cursor));
		for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
			if (!strcmp(call_callee_name(b, call), makers[i]))
				return true;
		return false;
	case CXCursor_Constructor: /* `optional(std::in_place, …)` */
		*owner = class_of_method(call);
		*first = 1;
		type = clang_getCanonicalType(clang_getArgType(clang_getCursorType(call->named), 0));
		return type.kind == CXType_Record && strcmp(call_callee_name(b, call), "std::optional::optional") == 0 &&
		       !thread_is_held(b, type);
	default:
		return false;
	}
}

/* The thread that a call makes of the arguments from `first` on; NULL where it makes none, or gets one. */
static const char *content_constructor(struct builder *b, const struct call *call, CXType *content, unsigned *first)
{
	CXType owner;

	if (!makes_content(b, call, &owner, first) || clang_Cursor_getNumArguments(call->cursor) <= (int)*first ||
	    thread_is_held(b, clang_getCursorType(clang_Cursor_getArgument(call->cursor, *first))))
		return NULL;
	*content = content_of(b, owner);
	return thread_constructor(b, *content);
}

bool thread_copies_arguments(struct builder *b, const struct call *call)
{
	CXType content;
	unsigned first;

	return model_thread_creator(call_callee_name(b, call)) || content_constructor(b, call, &content, &first);
}

void thread_make_element(struct builder *b, struct call *call)
{
	struct call made = {.cursor = call->cursor, .named = call->named, .unwritten = true};
	struct ir_memory element;
	struct ir_value address;
	CXType content;
	unsigned first;
	const char *constructor = content_constructor(b, call, &content, &first);

	if (!constructor)
		return;
	if (call->named.kind != CXCursor_FunctionDecl)
		first++; /* behind the object */
	if (call->args.len <= first)
		return;
	element = ir_memory_local(b, build_made_local(b, front_type(b->front, content)));
	address = build_address(b, element, front_pointer_to(b->front, element.type), call->cursor);
	made.callee = ir_value_function(b->front, front_library_symbol(b->front, constructor));
	made.return_type = front_type_plain(b->front, IR_T_VOID);
	call_add_argument(b, &made, address);
	for (size_t i = first; i < call->args.len; i++)
		call_add_argument(b, &made, call->args.items[i]);
	call_emit(b, &made);
	call->args.len = first;
	call_add_argument(b, call, address);
}

/* --- handed over ------------------------------------------------------------------------------- */

/* Says that the thread of one object is another one's: libraries do that out of sight. */
static void move_thread(struct builder *b, struct ir_value to, struct ir_value from, CXCursor at)
{
	struct ir_value args[] = {to, from};
	struct ir_insn *insn;

	if (!build_is_open(b))
		return;
	insn = build_insn(b, IR_CALL, at);
	insn->a = ir_value_function(b->front, front_library_symbol(b->front, "std::thread::operator="));
	build_arguments(b, insn, args, 2);
}

/* `new std::thread` leaves the function's sight, or can't be told from its neighbours, by where the pointer goes. */
static bool new_goes_away(struct builder *b, struct ir_memory memory, CXCursor expression)
{
	bool element = false;

	for (uint32_t i = 0; i < memory.step_count; i++)
		element |= memory.steps[i].kind == IR_S_INDEX;
	return (memory.base != IR_B_LOCAL || element) && expression.kind == CXCursor_CXXNewExpr &&
	       is_thread(b, content_of(b, clang_getCanonicalType(clang_getCursorType(expression))));
}

void thread_keep(struct builder *b, struct ir_memory memory, struct ir_value value, CXCursor expression)
{
	bool made = expression.kind == CXCursor_CallExpr && thread_is_held(b, clang_getCursorType(expression));

	if (!b->front->cplusplus || !build_is_open(b) || (!made && !new_goes_away(b, memory, expression)))
		return;
	move_thread(b, build_address(b, memory, front_pointer_to(b->front, memory.type), expression), value,
		    expression);
}

/* Where the last argument is a reference to a pointer, the thread is what that leads to. */
static struct ir_value last_argument(struct builder *b, const struct call *call)
{
	struct ir_value last = call->args.items[call->args.len - 1];
	const struct ir_type *type = front_type_at(b->front, last.type), *element;

	if (type->kind != IR_T_POINTER || type->element == IR_NONE)
		return last;
	element = front_type_at(b->front, type->element);
	if (element->kind != IR_T_POINTER)
		return last;
	return build_load(b, ir_memory_deref(b->front, last, type->element), call->cursor);
}

/* Methods that an owner is given content by. */
static bool method_takes(const struct call *call)
{
	static const char *const names[] = {"push_back", "emplace_back", "push_front", "push",	"emplace",
					    "emplace_front", "insert",	     "reset",	   "operator="};
	CXString method = clang_getCursorSpelling(call->named);
	bool takes = false;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		takes |= !strcmp(clang_getCString(method), names[i]);
	clang_disposeString(method);
	return takes;
}

struct ir_value thread_handed(struct builder *b, const struct call *call)
{
	CXType owner;
	unsigned first;
	bool takes = false;

	if (!build_is_open(b) || !call->args.len)
		return ir_value_none();
	if (call->named.kind == CXCursor_FunctionDecl) {
		takes = makes_content(b, call, &owner, &first);
	} else if (call->named.kind == CXCursor_CXXMethod || call->named.kind == CXCursor_Constructor) {
		owner = class_of_method(call);
		takes = call->args.len > 1 && content_of(b, owner).kind != CXType_Invalid &&
			(call->named.kind == CXCursor_Constructor || method_takes(call));
	}
	if (!takes || !thread_is_held(b, owner) ||
	    front_type_at(b->front, call->args.items[call->args.len - 1].type)->kind != IR_T_POINTER)
		return ir_value_none();
	return last_argument(b, call);
}

void thread_take(struct builder *b, const struct call *call, struct ir_value thread, struct ir_value result)
{
	if (thread.kind == IR_V_NONE)
		return;
	move_thread(b, call->named.kind == CXCursor_FunctionDecl ? result : call->args.items[0], thread, call->cursor);
}
