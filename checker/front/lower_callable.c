/* Library objects that stand for a function: what is stored in them, where containers keep them, and their calls. */
#include "front/lower_callable.h"

#include "front/classes.h"

#include <string.h>

/* --- what an expression stands for ------------------------------------------------------ */

CXCursor callable_uncopied(struct builder *b, CXCursor argument)
{
	CXCursor inner, constructor;

	for (;;) {
		if ((argument.kind == CXCursor_UnexposedExpr && unexposed_inner(b->front, argument, &inner))) {
			argument = inner;
			continue;
		}
		if (!call_constructs(argument) || clang_Cursor_getNumArguments(argument) != 1)
			return argument;
		constructor = clang_getCursorReferenced(argument);
		if (!clang_CXXConstructor_isCopyConstructor(constructor) &&
		    !clang_CXXConstructor_isMoveConstructor(constructor))
			return argument;
		argument = clang_Cursor_getArgument(argument, 0);
	}
}

CXCursor callable_function(struct builder *b, CXCursor argument)
{
	struct kids kids;
	CXCursor named;

	argument = cursor_stripped(b->front, argument);
	if (argument.kind == CXCursor_UnaryOperator &&
	    clang_getCursorUnaryOperatorKind(argument) == CXUnaryOperator_AddrOf) {
		kids = front_kids(b->front, argument);
		argument = cursor_stripped(b->front, kids_last(&kids));
	}
	named = clang_getCursorReferenced(argument);
	if (argument.kind != CXCursor_DeclRefExpr ||
	    (named.kind != CXCursor_FunctionDecl && named.kind != CXCursor_CXXMethod))
		return clang_getNullCursor();
	return named;
}

/* The object is kept somewhere, and so is what it captured: others come to see it. */
static void keep_object(struct builder *b, CXCursor object, CXCursor method)
{
	struct ir_memory memory = lower_memory(b, object);
	struct ir_value address;
	struct ir_insn *insn;

	if (front_has_no_object(b->front, method) || !build_is_open(b))
		return;
	address = build_address(b, memory, front_pointer_to(b->front, memory.type), object);
	insn = build_result(b, IR_CALL, address.type, object);
	insn->a = ir_value_function(b->front, front_library_symbol(b->front, "std::ref"));
	build_arguments(b, insn, &address, 1);
}

struct ir_value callable_value(struct builder *b, CXCursor expression)
{
	CXCursor object = callable_uncopied(b, expression), method, function;
	CXType type = clang_getCanonicalType(clang_getCursorType(object));
	struct ir_value value;

	if (type.kind == CXType_Record && !front_is_callable(b->front, type)) {
		method = front_call_operator(b->front, clang_getTypeDeclaration(type));
		if (!clang_Cursor_isNull(method) && !front_is_system(method)) {
			keep_object(b, object, method);
			return ir_value_function(b->front, front_symbol(b->front, method));
		}
	}
	function = callable_function(b, object);
	if (!clang_Cursor_isNull(function))
		return ir_value_function(b->front, front_symbol(b->front, function));
	value = lower_value(b, object);
	if (type.kind == CXType_Pointer && front_is_callable(b->front, clang_getPointeeType(type)))
		value = build_load(b, ir_memory_deref(b->front, value, front_type_at(b->front, value.type)->element),
				   object);
	return value;
}

/* --- making one ------------------------------------------------------------------------------ */

static void store_callable(struct builder *b, struct ir_memory memory, CXCursor expression, CXCursor at)
{
	struct ir_value value = callable_value(b, expression);

	if (build_is_open(b))
		build_store(b, memory, build_cast(b, value, memory.type, true, at), at);
}

/* What of a container's element is one: itself, or the value of a pair. */
static bool element_type(struct builder *b, CXType type, CXType *element)
{
	CXCursor class_ = class_of_type(type);

	for (unsigned i = 0; !clang_Cursor_isNull(class_); i++) {
		*element = class_owned(b->front, class_, i);
		if (element->kind == CXType_Invalid)
			return false;
		if (front_is_callable(b->front, *element))
			return true;
	}
	return false;
}

bool callable_elements(struct builder *b, struct ir_memory container, CXType type, struct ir_memory *elements)
{
	struct ir_value pointer;
	CXType element;
	uint32_t ir;

	if (!front_is_system(clang_getTypeDeclaration(clang_getCanonicalType(type))) ||
	    !element_type(b, type, &element))
		return false;
	ir = front_type(b->front, element);
	pointer = build_address(b, container, front_pointer_to(b->front, container.type), clang_getNullCursor());
	pointer = build_cast(b, pointer, front_pointer_to(b->front, ir), true, clang_getNullCursor());
	*elements = ir_memory_deref(b->front, pointer, ir);
	return true;
}

/* `{key, function}` and what is made of it: the last one counts. */
static CXCursor last_part(struct builder *b, CXCursor expression)
{
	for (int depth = 0; depth < 8; depth++) {
		CXCursor object = callable_uncopied(b, expression);
		CXType type = clang_getCursorType(object), element;
		int count = clang_Cursor_getNumArguments(object);
		struct kids kids;

		if (object.kind == CXCursor_InitListExpr) {
			kids = front_kids(b->front, object);
			if (!kids.count)
				return object;
			expression = kids_last(&kids);
		} else if (object.kind == CXCursor_CallExpr && count > 0 && !front_is_callable(b->front, type) &&
			   element_type(b, type, &element)) {
			expression = clang_Cursor_getArgument(object, (unsigned)count - 1);
		} else {
			return object;
		}
	}
	return expression;
}

static bool construct_container(struct builder *b, struct ir_memory memory, CXCursor call)
{
	CXCursor list = clang_Cursor_getArgument(call, 0), inner;
	struct ir_memory elements;
	struct kids kids;

	if (clang_Cursor_getNumArguments(call) < 1)
		return false;
	while (list.kind == CXCursor_UnexposedExpr) {
		kids = front_kids(b->front, list);
		if (!unexposed_inner(b->front, list, &inner))
			inner = kids_last(&kids);
		if (!kids.count)
			return false;
		list = inner;
	}
	if (list.kind != CXCursor_InitListExpr || !callable_elements(b, memory, clang_getCursorType(call), &elements))
		return false;
	kids = front_kids(b->front, list);
	for (uint32_t i = 0; i < kids.count; i++)
		store_callable(b, elements, last_part(b, kids.at[i]), call);
	return true;
}

bool callable_constructs(struct builder *b, struct ir_memory memory, CXCursor call)
{
	int count = clang_Cursor_getNumArguments(call);

	if (!front_is_callable(b->front, clang_getCursorType(call)))
		return b->front->cplusplus && construct_container(b, memory, call);
	if (count > 0)
		store_callable(b, memory, clang_Cursor_getArgument(call, (unsigned)count - 1), call);
	else
		build_store(b, memory, ir_value_int(memory.type, 0), call);
	return true;
}

/* --- methods ------------------------------------------------------------------------------------ */

struct method_call {
	CXCursor cursor, named;
	const char *name;
	CXCursor object;      /* an expression */
	unsigned first, count; /* arguments behind the object */
};

static bool method_call(struct builder *b, CXCursor cursor, struct method_call *call)
{
	struct kids kids = front_kids(b->front, cursor);
	int count = clang_Cursor_getNumArguments(cursor);

	*call = (struct method_call){.cursor = cursor, .named = clang_getCursorReferenced(cursor)};
	if ((call->named.kind != CXCursor_CXXMethod && call->named.kind != CXCursor_ConversionFunction) ||
	    !kids.count || count < 0 || !front_is_system(call->named) || clang_CXXMethod_isStatic(call->named))
		return false;
	call->count = (unsigned)count;
	if (count > 0 && clang_equalCursors(kids.at[0], clang_Cursor_getArgument(cursor, 0))) {
		call->object = kids.at[0];
		call->first = 1;
	} else {
		kids = front_kids(b->front, kids.at[0]);
		if (!kids.count || !clang_isExpression(kids.at[0].kind))
			return false;
		call->object = kids.at[0];
	}
	call->name = front_string(b->front, clang_getCursorSpelling(call->named));
	return true;
}

static struct ir_memory object_memory(struct builder *b, CXCursor object)
{
	struct ir_value value;

	if (clang_getCanonicalType(clang_getCursorType(object)).kind != CXType_Pointer)
		return lower_memory(b, object);
	value = lower_value(b, object);
	return ir_memory_deref(b->front, value, front_type_at(b->front, value.type)->element);
}

static bool named_any(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

#define NAMED(name, list) named_any((name), (list), sizeof(list) / sizeof *(list))

static struct ir_value call_through(struct builder *b, const struct method_call *call, struct ir_memory memory)
{
	struct call made = {.cursor = call->cursor, .named = call->named, .unwritten = true};
	CXType type = clang_getCursorType(call->named);

	made.callee = lower_content(b, memory, call->cursor);
	made.return_type = front_type(b->front, clang_getResultType(type));
	for (unsigned i = call->first; i < call->count; i++)
		call_add_argument(b, &made, lower_value(b, clang_Cursor_getArgument(call->cursor, i)));
	return call_emit(b, &made);
}

static bool is_set(const char *name)
{
	static const char *const tests[] = {"operator bool", "has_value", "valid"};

	return NAMED(name, tests);
}

static void lower_rest(struct builder *b, CXCursor cursor, unsigned from)
{
	int count = clang_Cursor_getNumArguments(cursor);

	for (unsigned i = from; (int)i < count; i++)
		lower_effects(b, clang_Cursor_getArgument(cursor, i));
}

/* Functions of the library that only wrap what they get: std::bind, std::make_shared. */
static bool wraps(struct builder *b, CXCursor cursor, struct ir_value *value)
{
	CXCursor named = clang_getCursorReferenced(cursor);
	CXType type = clang_getCanonicalType(clang_getResultType(clang_getCursorType(named)));
	uint32_t ir;

	if (named.kind != CXCursor_FunctionDecl || !front_is_system(named) || type.kind != CXType_Record ||
	    !front_is_callable(b->front, type))
		return false;
	ir = front_type(b->front, type);
	*value = ir_value_int(ir, 0);
	if (clang_Cursor_getNumArguments(cursor) > 0)
		*value = build_cast(b, callable_value(b, clang_Cursor_getArgument(cursor, 0)), ir, true, cursor);
	lower_rest(b, cursor, 1);
	return true;
}

/* The container is asked for an element by index or key; what it gives is told by callable_elements. */
static void lower_keys(struct builder *b, const struct method_call *call, struct ir_memory container, unsigned end)
{
	struct call made = {.cursor = call->cursor, .named = call->named, .unwritten = true};

	if (call->first == end)
		return;
	made.callee = ir_value_function(b->front, front_symbol(b->front, call->named));
	made.return_type = front_type(b->front, clang_getResultType(clang_getCursorType(call->named)));
	call_add_argument(b, &made, build_address(b, container, front_pointer_to(b->front, container.type), call->cursor));
	for (unsigned i = call->first; i < end; i++)
		call_add_argument(b, &made, lower_value(b, clang_Cursor_getArgument(call->cursor, i)));
	if (build_is_open(b))
		call_emit(b, &made);
}

static bool stores_element(struct builder *b, const struct method_call *call)
{
	static const char *const names[] = {"push",	  "push_back", "push_front",	  "emplace",   "emplace_back",
					    "emplace_front", "insert",    "insert_or_assign", "try_emplace"};
	CXType class_ = clang_getCursorType(clang_getCursorSemanticParent(call->named)), element;
	struct ir_memory container, elements;

	if (!NAMED(call->name, names) || call->first == call->count || !element_type(b, class_, &element))
		return false;
	container = object_memory(b, call->object);
	lower_keys(b, call, container, call->count - 1);
	callable_elements(b, container, class_, &elements);
	store_callable(b, elements, last_part(b, clang_Cursor_getArgument(call->cursor, call->count - 1)), call->cursor);
	return true;
}

bool callable_call(struct builder *b, CXCursor cursor, struct ir_value *value)
{
	uint32_t type = front_cursor_type(b->front, cursor);
	struct method_call call;
	struct ir_memory memory;

	if (!b->front->cplusplus)
		return false;
	if (wraps(b, cursor, value))
		return true;
	if (!method_call(b, cursor, &call))
		return false;
	if (stores_element(b, &call)) {
		*value = front_type_at(b->front, type)->kind == IR_T_VOID ? ir_value_none() : ir_value_unknown(type);
		return true;
	}
	if (!front_is_callable(b->front, clang_getCursorType(clang_getCursorSemanticParent(call.named))))
		return false;
	if (!strcmp(call.name, "operator()")) {
		*value = call_through(b, &call, object_memory(b, call.object));
	} else if (is_set(call.name)) {
		memory = object_memory(b, call.object);
		*value = lower_content(b, memory, cursor);
		*value = build_binary(b, IR_NE, type, *value, ir_value_int(memory.type, 0), cursor);
	} else if (!strcmp(call.name, "get_future")) {
		object_memory(b, call.object);
		*value = ir_value_unknown(type);
	} else if (!strcmp(call.name, "operator->") || !strcmp(call.name, "get")) {
		*value = build_address(b, object_memory(b, call.object), type, cursor);
	} else {
		return false;
	}
	return true;
}

/* std::move, std::forward. */
static bool hands_on(struct builder *b, CXCursor cursor)
{
	CXCursor named = clang_getCursorReferenced(cursor);
	CXType type = clang_getCanonicalType(clang_getResultType(clang_getCursorType(named)));

	return named.kind == CXCursor_FunctionDecl && front_is_system(named) &&
	       clang_Cursor_getNumArguments(cursor) == 1 && front_is_callable(b->front, type) &&
	       (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference) &&
	       front_is_callable(b->front, clang_getCursorType(clang_Cursor_getArgument(cursor, 0)));
}

bool callable_memory(struct builder *b, CXCursor cursor, struct ir_memory *memory)
{
	static const char *const reads[] = {"front", "back", "top", "at", "operator[]"};
	static const char *const same[] = {"operator*", "value"};
	struct ir_memory container;
	struct method_call call;
	CXType class_, element;

	if (!b->front->cplusplus)
		return false;
	if (hands_on(b, cursor)) {
		*memory = lower_memory(b, clang_Cursor_getArgument(cursor, 0));
		return true;
	}
	if (!method_call(b, cursor, &call))
		return false;
	class_ = clang_getCursorType(clang_getCursorSemanticParent(call.named));
	if (NAMED(call.name, reads) && front_is_callable(b->front, clang_getCursorType(cursor))) {
		if (!element_type(b, class_, &element))
			return false;
		container = object_memory(b, call.object);
		lower_keys(b, &call, container, call.count);
		return callable_elements(b, container, class_, memory);
	}
	if (!front_is_callable(b->front, class_))
		return false;
	if (!strcmp(call.name, "operator=") && call.count == call.first + 1) {
		*memory = object_memory(b, call.object);
		store_callable(b, *memory, clang_Cursor_getArgument(cursor, call.first), cursor);
		return true;
	}
	if (NAMED(call.name, same)) {
		*memory = object_memory(b, call.object);
		return true;
	}
	return false;
}
