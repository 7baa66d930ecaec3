/* Initial content of objects with static storage: what the program starts with. */
#include "front/lower.h"

#include <string.h>

/* Number tables longer than this say nothing about their elements: one unknown stands for all. */
#define NUMBER_TABLE_LIMIT 256

static void add(struct front *front, struct ir_memory memory, struct ir_value value, CXCursor at)
{
	struct ir_static_init init = {.memory = memory, .value = value, .place = front_place(front, at)};

	vec_push(front->arena, &front->unit->static_inits, init);
}

static bool is_unary(CXCursor expression, enum CXUnaryOperatorKind kind)
{
	return expression.kind == CXCursor_UnaryOperator && clang_getCursorUnaryOperatorKind(expression) == kind;
}

static bool is_sum(CXCursor expression)
{
	enum CXBinaryOperatorKind kind = expression.kind == CXCursor_BinaryOperator
						 ? clang_getCursorBinaryOperatorKind(expression)
						 : CXBinaryOperator_Invalid;

	return kind == CXBinaryOperator_Add || kind == CXBinaryOperator_Sub;
}

static bool has_pointer_type(struct front *front, CXCursor expression)
{
	return front_type_at(front, front_cursor_type(front, expression))->kind == IR_T_POINTER;
}

static bool is_array(struct front *front, CXCursor expression)
{
	return front_type_at(front, front_cursor_type(front, expression))->kind == IR_T_ARRAY;
}

/* One step from an address towards what it leads into; false where there is none. `*named`: `at` names the memory. */
static bool step_inwards(struct front *front, CXCursor *at, bool *named)
{
	bool memory = *named || is_array(front, *at);
	struct kids kids = front_kids(front, *at);
	uint32_t base = 0;

	if (!kids.count || !clang_isExpression(kids.at[0].kind))
		return false;
	/* Of `2 + a` and `2[a]`, the pointer. */
	if (kids.count == 2 && !has_pointer_type(front, kids.at[0]) && has_pointer_type(front, kids.at[1]))
		base = 1;
	if (!memory && is_unary(*at, CXUnaryOperator_AddrOf))
		*named = true;
	else if (!memory && is_sum(*at))
		*named = false;
	else if (memory && is_unary(*at, CXUnaryOperator_Deref))
		*named = false;
	else if (memory && (at->kind == CXCursor_ArraySubscriptExpr || at->kind == CXCursor_MemberRefExpr))
		*named = !has_pointer_type(front, kids.at[base]);
	else if (!is_unary(*at, CXUnaryOperator_Extension))
		return false;
	*at = cursor_stripped(front, kids.at[base]);
	return true;
}

/* The object, function or string that a constant address leads into; false for any other expression. */
static bool addressed(struct front *front, uint32_t type, CXCursor expression, CXCursor *inner)
{
	bool named = front_type_at(front, type)->is_reference;

	*inner = cursor_stripped(front, expression);
	while (step_inwards(front, inner, &named))
		;
	return named || is_array(front, *inner) ||
	       (inner->kind == CXCursor_DeclRefExpr && clang_getCursorReferenced(*inner).kind != CXCursor_VarDecl);
}

static void initialize(struct front *front, struct ir_memory memory, CXCursor expression);

/* A compound literal outside of functions is an object of its own. */
static uint32_t literal_object(struct front *front, CXCursor literal)
{
	uint32_t symbol = front_literal_symbol(front, literal);

	initialize(front, ir_memory_global(front, symbol), literal);
	return symbol;
}

static bool constant_address(struct front *front, uint32_t type, CXCursor expression, struct ir_value *value)
{
	CXCursor inner, named;

	if (!addressed(front, type, expression, &inner))
		return false;
	if (inner.kind == CXCursor_CompoundLiteralExpr) {
		value->kind = IR_V_GLOBAL;
		value->index = literal_object(front, inner);
		return true;
	}
	if (inner.kind == CXCursor_StringLiteral) {
		value->kind = IR_V_STRING;
		value->type = front_pointer_to(front, front_type_at(front, front_cursor_type(front, inner))->element);
		value->index = front_string_literal(front, inner);
		return clang_equalCursors(inner, cursor_stripped(front, expression));
	}
	if (inner.kind != CXCursor_DeclRefExpr)
		return false;
	named = clang_getCursorReferenced(inner);
	if (named.kind == CXCursor_FunctionDecl || named.kind == CXCursor_CXXMethod) {
		*value = ir_value_function(front, front_symbol(front, named));
		return true;
	}
	if (named.kind != CXCursor_VarDecl || !front_is_static_object(named))
		return false;
	value->kind = IR_V_GLOBAL;
	value->index = front_symbol(front, named);
	return true;
}

/*
 * A number, an address, or the text of an array. In C, what has the type of a pointer is one. Where
 * that leads into the middle of a string, nothing is known of it.
 */
static struct ir_value constant(struct front *front, uint32_t type, CXCursor expression)
{
	struct ir_value value = ir_value_unknown(type), address = value;
	enum ir_type_kind kind = front_type_at(front, type)->kind;
	CXCursor inner;

	if (kind == IR_T_FLOAT) {
		value.kind = IR_V_FLOAT;
		return value;
	}
	inner = cursor_stripped(front, expression);
	if (kind == IR_T_ARRAY && inner.kind == CXCursor_StringLiteral) {
		value.kind = IR_V_STRING;
		value.type = front_pointer_to(front, front_type_at(front, type)->element);
		value.index = front_string_literal(front, inner);
		return value;
	}
	if (kind != IR_T_POINTER) {
		if (front->cplusplus && kind == IR_T_UNKNOWN && constant_address(front, type, expression, &address) &&
		    address.kind == IR_V_FUNCTION)
			return address; /* a pointer to a method */
		if (cursor_constant(expression, &value.number))
			value.kind = IR_V_INT;
		return value;
	}
	if (constant_address(front, type, expression, &address))
		return address;
	if (!has_pointer_type(front, inner) && cursor_constant(inner, &value.number))
		value.kind = IR_V_INT;
	return value;
}

static void element(void *context, struct ir_memory memory, CXCursor expression);

static void zero(void *context, struct ir_memory memory, CXCursor list)
{
	/* Static storage is zero to begin with. */
	(void)context;
	(void)memory;
	(void)list;
}

static bool is_number_table(struct front *front, uint32_t type, CXCursor list)
{
	const struct ir_type *array = front_type_at(front, type);
	enum ir_type_kind element_kind;

	if (array->kind != IR_T_ARRAY || array->element == IR_NONE || array->count <= NUMBER_TABLE_LIMIT)
		return false;
	element_kind = front_type_at(front, array->element)->kind;
	return list.kind == CXCursor_InitListExpr &&
	       (element_kind == IR_T_INT || element_kind == IR_T_BOOL || element_kind == IR_T_FLOAT);
}

static void initialize(struct front *front, struct ir_memory memory, CXCursor expression)
{
	struct initializer walk = {.front = front, .context = front, .element = element, .zero = zero};
	CXCursor inner = expression;

	if (front_type_at(front, memory.type)->kind == IR_T_ARRAY ||
	    front_type_at(front, memory.type)->kind == IR_T_RECORD)
		inner = cursor_stripped(front, expression);
	if (inner.kind == CXCursor_CompoundLiteralExpr) {
		struct kids kids = front_kids(front, inner);

		inner = kids_last(&kids); /* the list */
	}
	if (is_number_table(front, memory.type, inner)) {
		uint32_t type = front_type_at(front, memory.type)->element;
		struct ir_value any = ir_value_unknown(front_type_int(front, 8, true));

		add(front, ir_memory_index(front, memory, any, type), ir_value_unknown(type), inner);
	} else if (inner.kind == CXCursor_InitListExpr) {
		initializer_walk(&walk, memory, inner);
	} else {
		add(front, memory, constant(front, memory.type, expression), expression);
	}
}

static void element(void *context, struct ir_memory memory, CXCursor expression)
{
	initialize(context, memory, expression);
}

static enum CXChildVisitResult note_call(CXCursor cursor, CXCursor parent, CXClientData data)
{
	bool *calls = data;

	(void)parent;
	*calls = *calls || cursor.kind == CXCursor_CallExpr || cursor.kind == CXCursor_CXXNewExpr;
	if (*calls)
		return CXChildVisit_Break;
	return cursor.kind == CXCursor_LambdaExpr ? CXChildVisit_Continue : CXChildVisit_Recurse;
}

bool static_needs_code(struct front *front, CXCursor initializer)
{
	bool calls = initializer.kind == CXCursor_CallExpr;
	int64_t number;

	if (!front->cplusplus)
		return false;
	if (!calls)
		clang_visitChildren(initializer, note_call, &calls);
	return calls && !cursor_constant(initializer, &number);
}

/* Where the linker collects functions that run before main, or behind it. */
static bool in_function_section(struct front *front, CXCursor definition, bool *behind)
{
	static const char *const before[] = {".init_array", ".preinit_array", ".ctors"};
	static const char *const after[] = {".fini_array", ".dtors"};
	const char *section = front_attribute_argument(front, definition, "section");

	*behind = false;
	for (size_t i = 0; section && i < sizeof before / sizeof *before; i++)
		if (!strncmp(section, before[i], strlen(before[i])))
			return true;
	*behind = true;
	for (size_t i = 0; section && i < sizeof after / sizeof *after; i++)
		if (!strncmp(section, after[i], strlen(after[i])))
			return true;
	return false;
}

/* Made by code that runs before main. A static local is made where it stands, when that is first reached. */
static bool is_dynamic(struct front *front, CXCursor definition, CXCursor initializer)
{
	uint32_t symbol = front_symbol(front, definition);

	return front->unit->symbols.items[symbol].linkage != IR_L_NONE && static_needs_code(front, initializer);
}

void lower_static_object(struct front *front, CXCursor definition)
{
	struct arena_mark mark = arena_mark(&front->scratch);
	CXCursor initializer = clang_Cursor_getVarDeclInitializer(definition);
	size_t first = front->unit->static_inits.len;
	bool behind;

	if (!clang_Cursor_isNull(initializer) && is_dynamic(front, definition, initializer))
		lower_dynamic_initializer(front, definition, initializer);
	else if (!clang_Cursor_isNull(initializer))
		initialize(front, ir_memory_global(front, front_symbol(front, definition)), initializer);
	if (in_function_section(front, definition, &behind))
		lower_listed_functions(front, definition, first, behind);
	lower_finalizer(front, definition);
	arena_rewind(&front->scratch, mark);
}
