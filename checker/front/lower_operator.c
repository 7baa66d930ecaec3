/* Unary and binary operators, assignments, ++ and --. */
#include "front/lower_thread.h"

static enum ir_type_kind kind_of(const struct builder *b, uint32_t type)
{
	return front_type_at(b->front, type)->kind;
}

/* --- ++ and -- ------------------------------------------------------------------ */

/* The type an integer is computed in; others stay. */
static uint32_t promoted(struct builder *b, uint32_t type)
{
	const struct ir_type *t = front_type_at(b->front, type);

	if (t->kind == IR_T_BOOL || (t->kind == IR_T_INT && t->size < 4))
		return front_type_int(b->front, 4, true);
	return type;
}

static struct ir_value one(struct builder *b, uint32_t type)
{
	enum ir_type_kind kind = kind_of(b, type);

	if (kind == IR_T_FLOAT)
		return (struct ir_value){.kind = IR_V_FLOAT, .type = type};
	return ir_value_int(kind == IR_T_POINTER ? front_type_int(b->front, 4, true) : type, 1);
}

static struct ir_value lower_step(struct builder *b, CXCursor expression, CXCursor operand, enum ir_op op, bool post)
{
	struct ir_memory memory = lower_memory(b, operand);
	uint32_t computed = promoted(b, memory.type);
	struct ir_value old = build_load(b, memory, expression), changed;

	changed = build_binary(b, op, computed, build_cast(b, old, computed, true, expression), one(b, computed),
			       expression);
	changed = build_cast(b, changed, memory.type, true, expression);
	build_store(b, memory, changed, expression);
	return post ? old : changed;
}

/* --- unary ------------------------------------------------------------------------- */

static struct ir_value lower_address_of(struct builder *b, CXCursor expression, CXCursor operand)
{
	uint32_t type = front_cursor_type(b->front, expression);
	CXCursor inner = cursor_stripped(b->front, operand), named;
	struct ir_value value;

	if (inner.kind == CXCursor_DeclRefExpr) {
		named = clang_getCursorReferenced(inner);
		if (named.kind == CXCursor_FunctionDecl || named.kind == CXCursor_CXXMethod) {
			value = ir_value_function(b->front, front_symbol(b->front, named));
			return build_cast(b, value, type, true, expression);
		}
	}
	if (kind_of(b, type) != IR_T_POINTER)
		return lower_not_understood(b, expression); /* pointer to a member */
	return build_address(b, lower_memory(b, operand), type, expression);
}

static struct ir_value lower_arithmetic_unary(struct builder *b, CXCursor expression, CXCursor operand)
{
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_value value = lower_value(b, operand);

	switch (clang_getCursorUnaryOperatorKind(expression)) {
	case CXUnaryOperator_Minus:
		if (value.kind == IR_V_INT && front_type_at(b->front, type)->is_signed && value.number > 0)
			return ir_value_int(type, -value.number);
		return build_unary(b, IR_NEG, type, value, expression);
	case CXUnaryOperator_Not:
		return build_unary(b, IR_NOT, type, value, expression);
	case CXUnaryOperator_LNot:
		return build_unary(b, IR_LNOT, type, value, expression);
	case CXUnaryOperator_Plus:
	case CXUnaryOperator_Extension:
		return build_cast(b, value, type, true, expression);
	case CXUnaryOperator_Real:
	case CXUnaryOperator_Imag:
		return ir_value_unknown(type);
	default:
		return lower_not_understood(b, expression);
	}
}

struct ir_value lower_unary(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	CXCursor operand = kids_last(&kids);

	if (!kids.count)
		return lower_not_understood(b, expression);
	switch (clang_getCursorUnaryOperatorKind(expression)) {
	case CXUnaryOperator_PostInc:
		return lower_step(b, expression, operand, IR_ADD, true);
	case CXUnaryOperator_PostDec:
		return lower_step(b, expression, operand, IR_SUB, true);
	case CXUnaryOperator_PreInc:
		return lower_step(b, expression, operand, IR_ADD, false);
	case CXUnaryOperator_PreDec:
		return lower_step(b, expression, operand, IR_SUB, false);
	case CXUnaryOperator_AddrOf:
		return lower_address_of(b, expression, operand);
	case CXUnaryOperator_Deref:
		return lower_content(b, lower_memory(b, expression), expression);
	default:
		return lower_arithmetic_unary(b, expression, operand);
	}
}

/* --- binary ------------------------------------------------------------------------- */

static bool arithmetic_op(enum CXBinaryOperatorKind kind, enum ir_op *op)
{
	static const struct {
		enum CXBinaryOperatorKind kind;
		enum ir_op op;
	} table[] = {
		{CXBinaryOperator_Add, IR_ADD}, {CXBinaryOperator_Sub, IR_SUB}, {CXBinaryOperator_Mul, IR_MUL},
		{CXBinaryOperator_Div, IR_DIV}, {CXBinaryOperator_Rem, IR_REM}, {CXBinaryOperator_Shl, IR_SHL},
		{CXBinaryOperator_Shr, IR_SHR}, {CXBinaryOperator_And, IR_AND}, {CXBinaryOperator_Or, IR_OR},
		{CXBinaryOperator_Xor, IR_XOR}, {CXBinaryOperator_EQ, IR_EQ},	{CXBinaryOperator_NE, IR_NE},
		{CXBinaryOperator_LT, IR_LT},	{CXBinaryOperator_LE, IR_LE},	{CXBinaryOperator_GT, IR_GT},
		{CXBinaryOperator_GE, IR_GE},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (table[i].kind == kind) {
			*op = table[i].op;
			return true;
		}
	}
	return false;
}

static bool is_arithmetic(CXCursor expression)
{
	enum ir_op op;

	return expression.kind == CXCursor_BinaryOperator &&
	       arithmetic_op(clang_getCursorBinaryOperatorKind(expression), &op);
}

/*
 * a + b + c + … leans to the left, thousands of operands deep in generated code:
 * a loop, not a recursion. All begin where the first does, which libclang would
 * look for from each of them.
 */
static struct ir_value lower_arithmetic(struct builder *b, CXCursor expression)
{
	VEC(struct kids) chain = {0};
	VEC(CXCursor) nodes = {0};
	struct arena *scratch = &b->front->scratch;
	struct ir_place place = front_place(b->front, expression);
	struct ir_value value;

	for (;;) {
		struct kids kids = front_kids(b->front, expression);

		if (kids.count != 2)
			return lower_not_understood(b, expression);
		vec_push(scratch, &chain, kids);
		vec_push(scratch, &nodes, expression);
		expression = kids.at[0];
		if (!is_arithmetic(expression))
			break;
	}
	value = lower_value(b, expression);
	for (size_t i = chain.len; i-- > 0;) {
		struct ir_value right = lower_value(b, chain.items[i].at[1]);
		enum ir_op op = IR_ADD;

		arithmetic_op(clang_getCursorBinaryOperatorKind(nodes.items[i]), &op);
		if (place.file != IR_NONE)
			place = front_place_until(b->front, place, chain.items[i].at[1]);
		value = build_binary_at(b, op, front_cursor_type(b->front, nodes.items[i]), value, right,
					place.file == IR_NONE ? b->here : place);
	}
	return value;
}

/* The variable whose part or pointed-to object an expression names. */
static CXCursor base_variable(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);

	while (expression.kind != CXCursor_DeclRefExpr && kids.count) {
		expression = kids.at[0];
		kids = front_kids(b->front, expression);
	}
	return clang_getCursorReferenced(expression);
}

static enum CXChildVisitResult find_reference(CXCursor cursor, CXCursor parent, CXClientData data)
{
	CXCursor *variable = data;

	(void)parent;
	if (cursor.kind != CXCursor_DeclRefExpr || !clang_equalCursors(clang_getCursorReferenced(cursor), *variable))
		return CXChildVisit_Recurse;
	*variable = clang_getNullCursor();
	return CXChildVisit_Break;
}

/*
 * `*p = (struct s){.a = x}` fills the object itself, so that each member's value is stored where its line says. Where
 * the list reads the object too, the literal has to be whole before.
 */
static bool assigns_literal(struct builder *b, CXCursor target, CXCursor literal, CXCursor *list)
{
	CXCursor variable = base_variable(b, target);
	struct kids kids;

	while (literal.kind == CXCursor_ParenExpr || literal.kind == CXCursor_UnexposedExpr)
		if (!unexposed_inner(b->front, literal, &literal))
			return false;
	kids = front_kids(b->front, literal);
	if (b->front->cplusplus || literal.kind != CXCursor_CompoundLiteralExpr || !kids.count ||
	    kids_last(&kids).kind != CXCursor_InitListExpr || clang_Cursor_isNull(variable) ||
	    kind_of(b, front_cursor_type(b->front, literal)) != IR_T_RECORD)
		return false;
	*list = kids_last(&kids);
	clang_visitChildren(*list, find_reference, &variable);
	return !clang_Cursor_isNull(variable);
}

static struct ir_value lower_assign(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	struct ir_memory memory;
	struct ir_value value;
	CXCursor list;

	if (kids.count != 2)
		return lower_not_understood(b, expression);
	if (assigns_literal(b, kids.at[0], kids.at[1], &list)) {
		memory = lower_memory(b, kids.at[0]);
		lower_into(b, memory, list);
		return ir_value_unknown(memory.type);
	}
	value = lower_value(b, kids.at[1]);
	memory = lower_memory(b, kids.at[0]);
	build_store(b, memory, value, expression);
	thread_keep(b, memory, value, cursor_stripped(b->front, kids.at[1]));
	return value;
}

void lower_commas(struct builder *b, CXCursor *expression)
{
	struct arena *scratch = &b->front->scratch;
	VEC(CXCursor) rights = {0};
	CXCursor at = *expression;

	while (at.kind == CXCursor_BinaryOperator && clang_getCursorBinaryOperatorKind(at) == CXBinaryOperator_Comma) {
		struct kids kids = front_kids(b->front, at);

		if (kids.count != 2)
			break;
		vec_push(scratch, &rights, kids.at[1]);
		at = kids.at[0];
	}
	if (!rights.len)
		return;
	lower_effects(b, at);
	for (size_t i = rights.len; i-- > 1;)
		lower_effects(b, rights.items[i]);
	*expression = rights.items[0];
}

struct ir_value lower_binary(struct builder *b, CXCursor expression)
{
	enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(expression);
	CXCursor last = expression;

	switch (kind) {
	case CXBinaryOperator_Assign:
		return lower_assign(b, expression);
	case CXBinaryOperator_LAnd:
	case CXBinaryOperator_LOr:
		return lower_logical(b, expression);
	case CXBinaryOperator_Comma:
		lower_commas(b, &last);
		return clang_equalCursors(last, expression) ? lower_not_understood(b, expression)
							    : lower_value(b, last);
	default:
		return is_arithmetic(expression) ? lower_arithmetic(b, expression)
						 : lower_not_understood(b, expression);
	}
}

/* --- x op= y --------------------------------------------------------------------------- */

static bool compound_op(enum CXBinaryOperatorKind kind, enum ir_op *op)
{
	static const enum CXBinaryOperatorKind plain[] = {
		CXBinaryOperator_Mul, CXBinaryOperator_Div, CXBinaryOperator_Rem, CXBinaryOperator_Add,
		CXBinaryOperator_Sub, CXBinaryOperator_Shl, CXBinaryOperator_Shr, CXBinaryOperator_And,
		CXBinaryOperator_Xor, CXBinaryOperator_Or,
	};

	if (kind < CXBinaryOperator_MulAssign || kind > CXBinaryOperator_OrAssign)
		return false;
	return arithmetic_op(plain[kind - CXBinaryOperator_MulAssign], op);
}

/* The operation is done in y's type, which is converted already; shifts are done in that of x. */
static uint32_t computation_type(struct builder *b, uint32_t x, uint32_t y, enum ir_op op)
{
	enum ir_type_kind kind = kind_of(b, x);

	if (kind == IR_T_POINTER || kind == IR_T_VECTOR)
		return x;
	if (op == IR_SHL || op == IR_SHR)
		return promoted(b, x);
	return y;
}

struct ir_value lower_compound_assign(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	struct ir_memory memory;
	struct ir_value right, value;
	uint32_t type;
	enum ir_op op;

	if (kids.count != 2 || !compound_op(clang_getCursorBinaryOperatorKind(expression), &op))
		return lower_not_understood(b, expression);
	right = lower_value(b, kids.at[1]);
	memory = lower_memory(b, kids.at[0]);
	type = computation_type(b, memory.type, front_cursor_type(b->front, kids.at[1]), op);
	value = build_cast(b, build_load(b, memory, expression), type, true, expression);
	value = build_binary(b, op, type, value, right, expression);
	value = build_cast(b, value, memory.type, true, expression);
	build_store(b, memory, value, expression);
	return value;
}
