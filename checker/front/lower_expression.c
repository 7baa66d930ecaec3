/* Expressions as values: which part of lowering each kind of cursor goes to. */
#include "front/lower_class.h"

#include <string.h>

CXCursor kids_last(const struct kids *kids)
{
	return kids->count ? kids->at[kids->count - 1] : clang_getNullCursor();
}

bool cursor_is_cast(CXCursor expression)
{
	switch (expression.kind) {
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXDynamicCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXFunctionalCastExpr:
		return true;
	default:
		return false;
	}
}

CXCursor cursor_stripped(struct front *front, CXCursor expression)
{
	CXCursor inner;

	for (;;) {
		if (expression.kind == CXCursor_ParenExpr || cursor_is_cast(expression)) {
			struct kids kids = front_kids(front, expression);

			if (!kids.count)
				return expression;
			expression = kids_last(&kids);
		} else if (expression.kind == CXCursor_UnexposedExpr && unexposed_inner(front, expression, &inner)) {
			expression = inner;
		} else {
			return expression;
		}
	}
}

struct ir_value lower_not_understood(struct builder *b, CXCursor expression)
{
	CXString kind = clang_getCursorKindSpelling(clang_getCursorKind(expression));

	return build_opaque(b, front_cursor_type(b->front, expression), front_string(b->front, kind), expression);
}

struct ir_value lower_content(struct builder *b, struct ir_memory memory, CXCursor at)
{
	const struct ir_type *type = front_type_at(b->front, memory.type);

	if (type->kind == IR_T_ARRAY) {
		if (memory.base == IR_B_DEREF && !memory.step_count && memory.pointer.kind == IR_V_STRING)
			return memory.pointer;
		return build_address(b, memory, front_pointer_to(b->front, type->element), at);
	}
	if (type->kind == IR_T_FUNCTION)
		return build_address(b, memory, front_pointer_to(b->front, memory.type), at);
	return build_load(b, memory, at);
}

/* A constant of a library's class: its initialiser isn't among what is lowered. One of a template may have none yet. */
static bool is_library_constant(struct builder *b, CXCursor named, CXCursor expression, int64_t *number)
{
	CXCursor class_ = clang_getCursorSemanticParent(named);

	return b->front->cplusplus && named.kind == CXCursor_VarDecl && class_.kind == CXCursor_ClassDecl &&
	       clang_Cursor_getNumTemplateArguments(class_) < 0 && front_is_static_object(named) &&
	       clang_isConstQualifiedType(clang_getCursorType(named)) && front_is_system(named) &&
	       cursor_constant(expression, number);
}

static struct ir_value lower_reference(struct builder *b, CXCursor expression)
{
	CXCursor named = clang_getCursorReferenced(expression);
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_memory memory;
	int64_t number;

	switch (named.kind) {
	case CXCursor_EnumConstantDecl:
		/* Of a char's width, the signed one is negative from 128 on. */
		return ir_value_int(type, front_type_at(b->front, type)->is_signed
						  ? clang_getEnumConstantDeclValue(named)
						  : (int64_t)clang_getEnumConstantDeclUnsignedValue(named));
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_ConversionFunction:
		return ir_value_function(b->front, front_symbol(b->front, named));
	default:
		if (is_library_constant(b, named, expression, &number))
			return ir_value_int(type, number);
		if (memory_of_variable(b, named, &memory))
			return lower_content(b, memory, expression);
		if (cursor_constant(expression, &number))
			return ir_value_int(type, number);
		return lower_not_understood(b, expression);
	}
}

static struct ir_value lower_literal(struct builder *b, CXCursor expression)
{
	uint32_t type = front_cursor_type(b->front, expression);
	enum ir_type_kind kind = front_type_at(b->front, type)->kind;
	int64_t number;

	if (kind == IR_T_FLOAT)
		return (struct ir_value){.kind = IR_V_FLOAT, .type = type};
	if (kind == IR_T_POINTER)
		return ir_value_int(type, 0);
	return cursor_constant(expression, &number) ? ir_value_int(type, number) : ir_value_unknown(type);
}

static struct ir_value lower_cast(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	uint32_t type = front_cursor_type(b->front, expression);
	CXCursor operand = kids_last(&kids);

	if (front_type_at(b->front, type)->kind == IR_T_VOID) {
		lower_effects(b, operand);
		return ir_value_none();
	}
	if (!clang_isExpression(operand.kind))
		return ir_value_int(type, 0); /* T() */
	return build_cast(b, lower_value(b, operand), type, false, expression);
}

/* A list in braces where a value is wanted, or a literal object. */
static struct ir_value lower_as_object(struct builder *b, CXCursor expression)
{
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_memory memory;

	if (front_type_at(b->front, type)->kind == IR_T_VOID)
		return lower_not_understood(b, expression);
	memory = ir_memory_local(b, build_made_local(b, type));
	lower_into(b, memory, expression);
	return lower_content(b, memory, expression);
}

/* An argument for a parameter of a transparent union: nobody wrote the type. It is handed over as what it is. */
static bool is_transparent(struct front *front, CXCursor literal, CXCursor *argument)
{
	struct kids kids = front_kids(front, literal), list;

	if (front->cplusplus || kids.count != 2 || !cursor_is_null_extent(kids.at[0]) ||
	    kids.at[1].kind != CXCursor_InitListExpr)
		return false;
	list = front_kids(front, kids.at[1]);
	if (list.count != 1)
		return false;
	*argument = list.at[0];
	return true;
}

static struct ir_value lower_compound_literal(struct builder *b, CXCursor expression)
{
	CXCursor argument;

	if (is_transparent(b->front, expression, &argument))
		return lower_value(b, argument);
	return lower_content(b, lower_memory(b, expression), expression);
}

/* sizeof and alignof evaluate nothing, but for the size of a variable array, which isn't known. */
static struct ir_value lower_unevaluated(struct builder *b, CXCursor expression)
{
	uint32_t type = front_cursor_type(b->front, expression);
	int64_t number;

	return cursor_constant(expression, &number) ? ir_value_int(type, number) : ir_value_unknown(type);
}

/* `object.f` as a pointer, where the method needs no object. */
static struct ir_value lower_static_method(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);

	if (kids.count && clang_isExpression(kids.at[0].kind))
		lower_effects(b, kids.at[0]);
	return ir_value_function(b->front, front_symbol(b->front, clang_getCursorReferenced(expression)));
}

static struct ir_value lower_kind(struct builder *b, CXCursor expression)
{
	switch (expression.kind) {
	case CXCursor_UnexposedExpr:
		return lower_unexposed(b, expression);
	case CXCursor_DeclRefExpr:
		return lower_reference(b, expression);
	case CXCursor_MemberRefExpr:
		if (clang_getCursorReferenced(expression).kind == CXCursor_CXXMethod)
			return lower_static_method(b, expression);
		return lower_content(b, lower_memory(b, expression), expression);
	case CXCursor_ArraySubscriptExpr:
	case CXCursor_StringLiteral:
	case CXCursor_LambdaExpr:
		return lower_content(b, lower_memory(b, expression), expression);
	case CXCursor_CompoundLiteralExpr:
		return lower_compound_literal(b, expression);
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_FloatingLiteral:
	case CXCursor_ImaginaryLiteral:
	case CXCursor_CXXBoolLiteralExpr:
	case CXCursor_CXXNullPtrLiteralExpr:
	case CXCursor_GNUNullExpr:
		return lower_literal(b, expression);
	case CXCursor_UnaryOperator:
		return lower_unary(b, expression);
	case CXCursor_BinaryOperator:
		return lower_binary(b, expression);
	case CXCursor_CompoundAssignOperator:
		return lower_compound_assign(b, expression);
	case CXCursor_ConditionalOperator:
		return lower_conditional(b, expression);
	case CXCursor_CallExpr:
		return lower_call(b, expression);
	case CXCursor_UnaryExpr:
	case CXCursor_SizeOfPackExpr:
	case CXCursor_ConceptSpecializationExpr:
		return lower_unevaluated(b, expression);
	case CXCursor_StmtExpr:
		return lower_statement_expression(b, expression, true);
	case CXCursor_InitListExpr:
		return lower_as_object(b, expression);
	case CXCursor_GenericSelectionExpr:
		return lower_generic(b, expression);
	case CXCursor_CXXThisExpr:
		return lower_this_pointer(b, expression);
	case CXCursor_CXXThrowExpr:
		return lower_throw(b, expression);
	case CXCursor_CXXNewExpr:
		return lower_new(b, expression);
	case CXCursor_CXXDeleteExpr:
		lower_delete(b, expression);
		return ir_value_none();
	case CXCursor_AddrLabelExpr:
	case CXCursor_CXXTypeidExpr:
		return ir_value_unknown(front_cursor_type(b->front, expression));
	default:
		return cursor_is_cast(expression) ? lower_cast(b, expression) : lower_not_understood(b, expression);
	}
}

struct ir_value lower_value(struct builder *b, CXCursor expression)
{
	struct ir_value value;

	while (expression.kind == CXCursor_ParenExpr) {
		struct kids kids = front_kids(b->front, expression);

		if (!kids.count)
			break;
		expression = kids.at[0];
	}
	if (b->depth >= LOWERING_DEPTH_LIMIT)
		return build_opaque(b, front_cursor_type(b->front, expression), "nesting too deep", expression);
	b->depth++;
	value = lower_kind(b, expression);
	b->depth--;
	return value;
}

/* Whether an expression only looks something up, so that without its value nothing is left of it. */
static bool only_looks(CXCursor expression)
{
	return expression.kind == CXCursor_DeclRefExpr || clang_isInvalid(expression.kind) ||
	       expression.kind == CXCursor_StringLiteral || expression.kind == CXCursor_IntegerLiteral ||
	       expression.kind == CXCursor_UnaryExpr;
}

static bool is_memory(CXCursor expression)
{
	return expression.kind == CXCursor_MemberRefExpr || expression.kind == CXCursor_ArraySubscriptExpr ||
	       (expression.kind == CXCursor_UnaryOperator &&
		clang_getCursorUnaryOperatorKind(expression) == CXUnaryOperator_Deref);
}

/* A call whose result is an object that ends at once. */
static bool makes_object(struct builder *b, CXCursor expression)
{
	return expression.kind == CXCursor_CallExpr &&
	       class_destructor(b->front, clang_getCursorType(expression)) != IR_NONE;
}

void lower_effects(struct builder *b, CXCursor expression)
{
	struct arena_mark mark = arena_mark(&b->front->scratch);

	expression = cursor_stripped(b->front, expression);
	if (expression.kind == CXCursor_BinaryOperator &&
	    clang_getCursorBinaryOperatorKind(expression) == CXBinaryOperator_Comma) {
		lower_commas(b, &expression);
		expression = cursor_stripped(b->front, expression);
	}
	if (only_looks(expression))
		; /* nothing happens */
	else if (is_memory(expression))
		lower_memory(b, expression);
	else if (expression.kind == CXCursor_StmtExpr)
		lower_statement_expression(b, expression, false);
	else if (makes_object(b, expression))
		lower_memory(b, expression);
	else if (expression.kind == CXCursor_ConditionalOperator || expression.kind == CXCursor_BinaryOperator)
		lower_branching_effects(b, expression);
	else
		lower_value(b, expression);
	arena_rewind(&b->front->scratch, mark);
}

void lower_full_effects(struct builder *b, CXCursor expression)
{
	struct full_expression was = build_set_full(b, expression);
	struct scope *outer = b->scope;

	lower_effects(b, expression);
	lower_end_temporaries(b, outer);
	build_restore_full(b, was);
}

struct ir_value lower_full_value(struct builder *b, CXCursor expression)
{
	struct full_expression was = build_set_full(b, expression);
	struct arena_mark mark = arena_mark(&b->front->scratch);
	struct scope *outer = b->scope;
	struct ir_value value = lower_value(b, expression);

	lower_end_temporaries(b, outer);
	arena_rewind(&b->front->scratch, mark);
	build_restore_full(b, was);
	return value;
}

static void end_and_go(struct builder *b, uint32_t block, struct scope *outer, uint32_t to)
{
	build_begin(b, block);
	build_leave(b, outer, b->here);
	build_jump(b, to);
}

void lower_full_condition(struct builder *b, CXCursor expression, uint32_t on_true, uint32_t on_false)
{
	struct full_expression was = build_set_full(b, expression);
	struct arena_mark mark = arena_mark(&b->front->scratch);
	struct scope *outer = b->scope;
	uint32_t ends_true, ends_false;

	if (b->front->cplusplus) {
		ends_true = build_block(b);
		ends_false = build_block(b);
		lower_condition(b, expression, ends_true, ends_false);
		end_and_go(b, ends_true, outer, on_true);
		end_and_go(b, ends_false, outer, on_false);
		b->scope = outer;
	} else {
		lower_condition(b, expression, on_true, on_false);
	}
	arena_rewind(&b->front->scratch, mark);
	build_restore_full(b, was);
}
