/* Initial content of objects with static storage: what the program starts with. */
#include "front/lower.h"

/* Number tables longer than this say nothing about their elements: one unknown stands for all. */
#define NUMBER_TABLE_LIMIT 256

static void add(struct front *front, struct ir_memory memory, struct ir_value value, CXCursor at)
{
	struct ir_static_init init = {.memory = memory, .value = value, .place = front_place(front, at)};

	vec_push(front->arena, &front->unit->static_inits, init);
}

static bool is_address_of(CXCursor expression)
{
	return expression.kind == CXCursor_UnaryOperator &&
	       clang_getCursorUnaryOperatorKind(expression) == CXUnaryOperator_AddrOf;
}

/* A function, a string or a number, by itself or converted. Addresses of objects can't be said. */
static struct ir_value constant(struct front *front, uint32_t type, CXCursor expression)
{
	CXCursor inner = cursor_stripped(front, expression), named;
	struct ir_value value = {.kind = IR_V_UNKNOWN, .type = type};
	struct kids kids;

	if (is_address_of(inner)) {
		kids = front_kids(front, inner);
		inner = kids.count ? cursor_stripped(front, kids.at[0]) : inner;
	}
	if (inner.kind == CXCursor_DeclRefExpr) {
		named = clang_getCursorReferenced(inner);
		if (named.kind == CXCursor_FunctionDecl || named.kind == CXCursor_CXXMethod)
			return ir_value_function(front, front_symbol(front, named));
		if (named.kind == CXCursor_VarDecl && front_is_static_object(named))
			front_symbol(front, named); /* reached, so its content matters */
	} else if (inner.kind == CXCursor_StringLiteral) {
		value.kind = IR_V_STRING;
		value.type = front_pointer_to(front, front_type_at(front, front_cursor_type(front, inner))->element);
		value.index = front_string_literal(front, inner);
		return value;
	}
	if (front_type_at(front, type)->kind == IR_T_FLOAT)
		value.kind = IR_V_FLOAT;
	else if (cursor_constant(expression, &value.number) || cursor_constant(inner, &value.number))
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

		inner = kids_last(&kids);
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

/* Made by code that runs before main. A static local is made where it stands, when that is first reached. */
static bool is_dynamic(struct front *front, CXCursor definition, CXCursor initializer)
{
	uint32_t symbol = front_symbol(front, definition);
	bool calls = initializer.kind == CXCursor_CallExpr;
	int64_t number;

	if (!front->cplusplus || front->unit->symbols.items[symbol].linkage == IR_L_NONE)
		return false;
	if (!calls)
		clang_visitChildren(initializer, note_call, &calls);
	return calls && !cursor_constant(initializer, &number);
}

void lower_static_object(struct front *front, CXCursor definition)
{
	struct arena_mark mark = arena_mark(&front->scratch);
	CXCursor initializer = clang_Cursor_getVarDeclInitializer(definition);

	if (!clang_Cursor_isNull(initializer) && is_dynamic(front, definition, initializer))
		lower_dynamic_initializer(front, definition, initializer);
	else if (!clang_Cursor_isNull(initializer))
		initialize(front, ir_memory_global(front, front_symbol(front, definition)), initializer);
	arena_rewind(&front->scratch, mark);
}
