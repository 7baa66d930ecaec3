/* Expressions that name a piece of memory: variables, members, elements, what a pointer points to. */
#include "front/lower_class.h"

/* Anonymous structs and unions inside each other: deeper ones don't occur in real code. */
#define ANONYMOUS_DEPTH_LIMIT 64

static uint32_t record_of_type(const struct front *front, uint32_t type)
{
	const struct ir_type *t = front_type_at(front, type);

	return t->kind == IR_T_RECORD ? t->record : IR_NONE;
}

static bool is_reference(const struct front *front, uint32_t type)
{
	return front_type_at(front, type)->is_reference;
}

/* A reference is a pointer in the IR, and using it is using what it points to. */
static struct ir_memory looked_through(struct builder *b, struct ir_memory memory)
{
	if (!is_reference(b->front, memory.type))
		return memory;
	return ir_memory_deref(b->front, build_load(b, memory, clang_getNullCursor()),
			       front_type_at(b->front, memory.type)->element);
}

bool memory_of_variable(struct builder *b, CXCursor variable, struct ir_memory *memory)
{
	uint64_t *local;

	if (variable.kind != CXCursor_VarDecl && variable.kind != CXCursor_ParmDecl &&
	    variable.kind != CXCursor_UnexposedDecl)
		return false;
	if (front_is_static_object(variable)) {
		*memory = ir_memory_global(b->front, front_symbol(b->front, variable));
	} else {
		local = map_get(&b->locals, cursor_key(variable));
		if (!local)
			return lambda_captured(b, variable, memory) || coroutine_promise(b, variable, memory);
		*memory = ir_memory_local(b, (uint32_t)*local);
	}
	*memory = looked_through(b, *memory);
	return true;
}

/* --- members ----------------------------------------------------------------------- */

/* The unnamed field through which the record is a part of the one around it. */
static bool outer_field(struct front *front, CXCursor record_declaration, uint32_t record, uint32_t *outer,
			uint32_t *field)
{
	CXCursor parent = clang_getCursorSemanticParent(record_declaration);
	const struct ir_record *r;

	*outer = record_of_type(front, front_cursor_type(front, parent));
	if (*outer == IR_NONE)
		return false;
	r = front_record(front, *outer);
	for (*field = 0; *field < r->fields.len; (*field)++)
		if (record_of_type(front, r->fields.items[*field].type) == record)
			return true;
	return false;
}

struct ir_memory memory_of_field(struct front *front, struct ir_memory base, CXCursor field)
{
	uint32_t records[ANONYMOUS_DEPTH_LIMIT], fields[ANONYMOUS_DEPTH_LIMIT], count = 0;
	uint32_t base_record = record_of_type(front, base.type);
	CXCursor declaration = clang_getCursorSemanticParent(field);

	if (!front_field(front, field, &records[0], &fields[0])) {
		base.type = front_cursor_type(front, field);
		return base;
	}
	while (records[count] != base_record && count + 1 < ANONYMOUS_DEPTH_LIMIT &&
	       clang_Cursor_isAnonymous(declaration) &&
	       outer_field(front, declaration, records[count], &records[count + 1], &fields[count + 1])) {
		declaration = clang_getCursorSemanticParent(declaration);
		count++;
	}
	for (uint32_t i = count + 1; i-- > 0;)
		base = ir_memory_field(front, base, records[i], fields[i]);
	return base;
}

static bool has_pointer_type(struct builder *b, CXCursor expression)
{
	return front_type_at(b->front, front_cursor_type(b->front, expression))->kind == IR_T_POINTER;
}

/* Where a pointer leads; an array that decays is the array itself. */
static struct ir_memory lower_pointed(struct builder *b, CXCursor pointer)
{
	uint32_t type = front_cursor_type(b->front, pointer);

	return ir_memory_deref(b->front, lower_value(b, pointer), front_type_at(b->front, type)->element);
}

static struct ir_memory unknown_memory(struct builder *b, CXCursor expression)
{
	uint32_t type = front_cursor_type(b->front, expression);

	lower_not_understood(b, expression);
	return ir_memory_deref(b->front, ir_value_none(), type);
}

static struct ir_memory lower_member(struct builder *b, CXCursor expression)
{
	CXCursor member = clang_getCursorReferenced(expression);
	struct kids kids = front_kids(b->front, expression);
	struct ir_memory base;

	if (member.kind == CXCursor_VarDecl && memory_of_variable(b, member, &base))
		return base;
	if (member.kind != CXCursor_FieldDecl)
		return unknown_memory(b, expression);
	if (!kids.count || !clang_isExpression(kids.at[0].kind))
		base = ir_memory_deref(b->front, lower_this_pointer(b, clang_getNullCursor()),
				       front_cursor_type(b->front, clang_getCursorSemanticParent(member)));
	else if (has_pointer_type(b, kids.at[0]))
		base = lower_pointed(b, kids.at[0]);
	else
		base = lower_memory(b, kids.at[0]);
	return looked_through(b, memory_of_field(b->front, base, member));
}

/* --- elements ------------------------------------------------------------------------ */

/* The array behind a decayed one, so that `a[i]` is an element of a. */
static bool decayed_array(struct builder *b, CXCursor pointer, CXCursor *array)
{
	while (pointer.kind == CXCursor_ParenExpr) {
		struct kids kids = front_kids(b->front, pointer);

		if (!kids.count)
			return false;
		pointer = kids.at[0];
	}
	return pointer.kind == CXCursor_UnexposedExpr && unexposed_inner(b->front, pointer, array) &&
	       front_type_at(b->front, front_cursor_type(b->front, *array))->kind == IR_T_ARRAY;
}

static struct ir_memory lower_element(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	uint32_t type = front_cursor_type(b->front, expression);
	CXCursor base, index, array;
	struct ir_memory memory;

	if (kids.count != 2)
		return unknown_memory(b, expression);
	base = kids.at[0];
	index = kids.at[1];
	if (!has_pointer_type(b, base) && has_pointer_type(b, index)) { /* 2[p] */
		base = kids.at[1];
		index = kids.at[0];
	}
	if (decayed_array(b, base, &array) && array.kind != CXCursor_StringLiteral)
		memory = lower_memory(b, array);
	else if (has_pointer_type(b, base))
		memory = lower_pointed(b, base);
	else
		memory = lower_memory(b, base); /* a vector */
	return ir_memory_index(b->front, memory, lower_value(b, index), type);
}

/* --- the rest -------------------------------------------------------------------------- */

static struct ir_memory lower_literal_object(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	uint32_t local = build_local(b, "", front_cursor_type(b->front, expression), front_place(b->front, expression));

	b->function->locals.items[local].compound_literal = true;
	if (kids.count)
		lower_into(b, ir_memory_local(b, local), kids_last(&kids));
	build_enter(b, local, IR_NONE);
	return ir_memory_local(b, local);
}

static struct ir_memory lower_string_memory(struct builder *b, CXCursor literal)
{
	uint32_t type = front_cursor_type(b->front, literal);
	struct ir_value value = {.kind = IR_V_STRING, .index = front_string_literal(b->front, literal)};

	value.type = front_pointer_to(b->front, front_type_at(b->front, type)->element);
	return ir_memory_deref(b->front, value, type);
}

/* Which elements they are isn't said. */
static struct ir_memory lower_lanes(struct builder *b, CXCursor expression, CXCursor vector)
{
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_memory memory = has_pointer_type(b, vector) ? lower_pointed(b, vector) : lower_memory(b, vector);

	return ir_memory_index(b->front, memory, ir_value_unknown(front_type_int(b->front, 4, true)), type);
}

/* An expression that only has a value gets a local for it. */
static struct ir_memory lower_materialized(struct builder *b, CXCursor expression)
{
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_value value = lower_value(b, expression);
	struct ir_memory memory;

	switch (front_type_at(b->front, type)->kind) {
	case IR_T_VOID:
	case IR_T_FUNCTION:
	case IR_T_ARRAY: /* it has decayed */
		return ir_memory_deref(b->front, value, type);
	default:
		break;
	}
	memory = ir_memory_local(b, build_made_local(b, type));
	if (build_is_open(b))
		build_store(b, memory, value, expression);
	return memory;
}

static struct ir_memory lower_unary_memory(struct builder *b, CXCursor expression)
{
	enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(expression);
	struct kids kids = front_kids(b->front, expression);
	struct ir_memory memory;

	if (!kids.count)
		return unknown_memory(b, expression);
	if (kind == CXUnaryOperator_Deref)
		return ir_memory_deref(b->front, lower_value(b, kids_last(&kids)),
				       front_cursor_type(b->front, expression));
	if (kind == CXUnaryOperator_Extension)
		return lower_memory(b, kids_last(&kids));
	if (kind == CXUnaryOperator_Real || kind == CXUnaryOperator_Imag) {
		memory =
			lower_memory(b, kids_last(&kids)); /* a part of it, but numbers with fractions have none here */
		memory.type = front_cursor_type(b->front, expression);
		return memory;
	}
	if (b->front->cplusplus && (kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PreDec)) {
		lower_value(b, expression);
		return lower_memory(b, kids_last(&kids));
	}
	return lower_materialized(b, expression);
}

/* In C++ an assignment is what it assigned to. */
static struct ir_memory lower_binary_memory(struct builder *b, CXCursor expression)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(expression);
	struct kids kids = front_kids(b->front, expression);
	CXCursor last = expression;

	if (kind == CXBinaryOperator_Comma) {
		lower_commas(b, &last);
		return clang_equalCursors(last, expression) ? unknown_memory(b, expression) : lower_memory(b, last);
	}
	if (b->front->cplusplus && kids.count == 2 &&
	    (kind == CXBinaryOperator_Assign || expression.kind == CXCursor_CompoundAssignOperator)) {
		lower_value(b, expression);
		return lower_memory(b, kids.at[0]);
	}
	return lower_materialized(b, expression);
}

/* An object of a class stays where it is when it is seen as one of its base. */
static bool same_object(struct builder *b, CXCursor expression, CXCursor inner)
{
	uint32_t type = front_cursor_type(b->front, expression), inner_type = front_cursor_type(b->front, inner);

	if (type == inner_type)
		return true;
	return b->front->cplusplus && record_of_type(b->front, type) != IR_NONE &&
	       record_of_type(b->front, inner_type) != IR_NONE;
}

/* `static_cast<derived &>(object)`; what makes a new object has a constructor inside. */
static bool casts_object(struct builder *b, CXCursor cast, CXCursor *inner)
{
	struct kids kids = front_kids(b->front, cast);

	*inner = kids_last(&kids);
	return b->front->cplusplus && clang_isExpression(inner->kind) &&
	       record_of_type(b->front, front_cursor_type(b->front, cast)) != IR_NONE &&
	       same_object(b, cast, *inner);
}

/* A constant that a lambda uses without capturing it still has a place; false for any other variable. */
static bool constant_memory(struct builder *b, CXCursor variable, CXCursor at, struct ir_memory *memory)
{
	int64_t number;

	if (!b->lambda || variable.kind != CXCursor_VarDecl || !cursor_constant(variable, &number))
		return false;
	*memory = ir_memory_local(b, build_made_local(b, front_cursor_type(b->front, variable)));
	build_store(b, *memory, ir_value_int(memory->type, number), at);
	return true;
}

static struct ir_memory lower_memory_kind(struct builder *b, CXCursor expression)
{
	CXCursor inner, named;
	struct ir_memory memory;

	switch (expression.kind) {
	case CXCursor_DeclRefExpr:
		named = clang_getCursorReferenced(expression);
		if (memory_of_variable(b, named, &memory) || constant_memory(b, named, expression, &memory))
			return memory;
		if (named.kind == CXCursor_VarDecl || named.kind == CXCursor_ParmDecl)
			return unknown_memory(b, expression);
		return lower_materialized(b, expression);
	case CXCursor_MemberRefExpr:
		return lower_member(b, expression);
	case CXCursor_ArraySubscriptExpr:
		return lower_element(b, expression);
	case CXCursor_UnaryOperator:
		return lower_unary_memory(b, expression);
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
		return lower_binary_memory(b, expression);
	case CXCursor_CompoundLiteralExpr:
		return lower_literal_object(b, expression);
	case CXCursor_StringLiteral:
		return lower_string_memory(b, expression);
	case CXCursor_UnexposedExpr:
		if (unexposed_lanes(b->front, expression, &inner))
			return lower_lanes(b, expression, inner);
		if (unexposed_inner(b->front, expression, &inner) && same_object(b, expression, inner))
			return memory_as(b, lower_memory(b, inner), front_cursor_type(b->front, expression), inner);
		return lower_materialized(b, expression);
	case CXCursor_LambdaExpr:
		memory = ir_memory_local(b, build_made_local(b, front_cursor_type(b->front, expression)));
		lower_lambda_into(b, memory, expression);
		return memory;
	case CXCursor_CallExpr:
		if (lower_call_memory(b, expression, &memory))
			return memory;
		return lower_materialized(b, expression);
	default:
		if (cursor_is_cast(expression) && casts_object(b, expression, &inner))
			return memory_as(b, lower_memory(b, inner), front_cursor_type(b->front, expression), inner);
		return lower_materialized(b, expression);
	}
}

struct ir_memory lower_memory(struct builder *b, CXCursor expression)
{
	struct ir_memory memory;

	while (expression.kind == CXCursor_ParenExpr) {
		struct kids kids = front_kids(b->front, expression);

		if (!kids.count)
			break;
		expression = kids.at[0];
	}
	if (b->depth >= LOWERING_DEPTH_LIMIT)
		return unknown_memory(b, expression);
	b->depth++;
	memory = lower_memory_kind(b, expression);
	b->depth--;
	return memory;
}
