/* Expressions that branch: `&&`, `||`, `!`, `?:` and _Generic. Chains of them are loops here, since generated ones are
 * long. */
#include "front/lower.h"

static bool is_logical(CXCursor expression, enum CXBinaryOperatorKind kind)
{
	return expression.kind == CXCursor_BinaryOperator && clang_getCursorBinaryOperatorKind(expression) == kind;
}

/* A conversion under which zero stays zero and nothing else becomes it. */
static bool keeps_truth(struct builder *b, CXCursor from, CXCursor to)
{
	const struct ir_type *x = front_type_at(b->front, front_cursor_type(b->front, from));
	const struct ir_type *y = front_type_at(b->front, front_cursor_type(b->front, to));
	bool integers = (x->kind == IR_T_INT || x->kind == IR_T_BOOL) && y->kind == IR_T_INT && y->size >= x->size;

	return y->kind == IR_T_BOOL || integers;
}

/* What has the same truth as the expression and is closer to its operators. */
static CXCursor condition_core(struct builder *b, CXCursor expression)
{
	CXCursor inner;

	for (;;) {
		if (expression.kind == CXCursor_ParenExpr) {
			struct kids kids = front_kids(b->front, expression);

			if (!kids.count)
				return expression;
			expression = kids.at[0];
		} else if (expression.kind == CXCursor_UnexposedExpr && unexposed_inner(b->front, expression, &inner) &&
			   keeps_truth(b, inner, expression)) {
			expression = inner;
		} else if (expression.kind == CXCursor_CallExpr && call_expects(b, expression, &inner)) {
			expression = inner;
		} else {
			return expression;
		}
	}
}

/* a && b && c leans to the left: its operands in order, each but the last leaving early. */
static void lower_chain(struct builder *b, CXCursor expression, enum CXBinaryOperatorKind kind, uint32_t on_true,
			uint32_t on_false)
{
	VEC(CXCursor) rights = {0};
	struct kids kids;

	while (is_logical(expression, kind)) {
		kids = front_kids(b->front, expression);
		if (kids.count != 2)
			break;
		vec_push(&b->front->scratch, &rights, kids.at[1]);
		expression = kids.at[0];
	}
	for (size_t left = rights.len; left > 0; left--) {
		uint32_t next = build_block(b);

		if (kind == CXBinaryOperator_LAnd)
			lower_condition(b, expression, next, on_false);
		else
			lower_condition(b, expression, on_true, next);
		build_begin(b, next);
		expression = rights.items[left - 1];
	}
	lower_condition(b, expression, on_true, on_false);
}

static void lower_choice(struct builder *b, const struct kids *kids, uint32_t on_true, uint32_t on_false)
{
	uint32_t first = build_block(b), second = build_block(b);

	lower_condition(b, kids->at[0], first, second);
	build_begin(b, first);
	lower_condition(b, kids->at[1], on_true, on_false);
	build_begin(b, second);
	lower_condition(b, kids->at[2], on_true, on_false);
}

static void lower_core(struct builder *b, CXCursor core, uint32_t on_true, uint32_t on_false)
{
	struct kids kids;

	if (is_logical(core, CXBinaryOperator_LAnd) || is_logical(core, CXBinaryOperator_LOr)) {
		kids = front_kids(b->front, core);
		if (kids.count == 2) {
			lower_chain(b, core, clang_getCursorBinaryOperatorKind(core), on_true, on_false);
			return;
		}
	}
	if (is_logical(core, CXBinaryOperator_Comma)) {
		lower_commas(b, &core);
		lower_condition(b, core, on_true, on_false);
		return;
	}
	if (core.kind == CXCursor_ConditionalOperator) {
		kids = front_kids(b->front, core);
		if (kids.count == 3) {
			lower_choice(b, &kids, on_true, on_false);
			return;
		}
	}
	build_branch(b, lower_value(b, core), on_true, on_false, core);
}

void lower_condition(struct builder *b, CXCursor expression, uint32_t on_true, uint32_t on_false)
{
	CXCursor core = condition_core(b, expression);

	while (core.kind == CXCursor_UnaryOperator && clang_getCursorUnaryOperatorKind(core) == CXUnaryOperator_LNot) {
		struct kids kids = front_kids(b->front, core);
		uint32_t swap = on_true;

		if (kids.count != 1)
			break;
		on_true = on_false;
		on_false = swap;
		core = condition_core(b, kids.at[0]);
	}
	if (b->depth >= LOWERING_DEPTH_LIMIT) {
		build_branch(b, lower_value(b, core), on_true, on_false, core);
		return;
	}
	b->depth++;
	lower_core(b, core, on_true, on_false);
	b->depth--;
}

/* --- as values ----------------------------------------------------------------------- */

struct ir_value lower_logical(struct builder *b, CXCursor expression)
{
	uint32_t type = front_cursor_type(b->front, expression);
	uint32_t on_true = build_block(b), on_false = build_block(b), end = build_block(b);
	struct ir_memory result = ir_memory_local(b, build_made_local(b, type));

	lower_condition(b, expression, on_true, on_false);
	build_begin(b, on_true);
	build_store(b, result, ir_value_int(type, 1), expression);
	build_jump(b, end);
	build_begin(b, on_false);
	build_store(b, result, ir_value_int(type, 0), expression);
	build_begin(b, end);
	return build_load(b, result, expression);
}

static void store_if_open(struct builder *b, const struct ir_memory *result, struct ir_value value, CXCursor at)
{
	if (result && build_is_open(b))
		build_store(b, *result, value, at);
}

/* a ? b : c ? d : …: the last part of one is the next. `result` is NULL where nobody wants the value. */
static void lower_choices(struct builder *b, CXCursor expression, const struct ir_memory *result)
{
	uint32_t end = build_block(b);
	CXCursor last = expression;

	for (;;) {
		struct kids kids = front_kids(b->front, last);
		uint32_t first = build_block(b), second = build_block(b);

		if (last.kind != CXCursor_ConditionalOperator || kids.count != 3)
			break;
		lower_condition(b, kids.at[0], first, second);
		build_begin(b, first);
		if (result)
			store_if_open(b, result, lower_value(b, kids.at[1]), kids.at[1]);
		else
			lower_effects(b, kids.at[1]);
		if (build_is_open(b))
			build_jump(b, end);
		build_begin(b, second);
		last = kids.at[2];
		while (last.kind == CXCursor_ParenExpr && (kids = front_kids(b->front, last)).count)
			last = kids.at[0];
	}
	if (result)
		store_if_open(b, result, lower_value(b, last), last);
	else
		lower_effects(b, last);
	build_begin(b, end);
}

struct ir_value lower_conditional(struct builder *b, CXCursor expression)
{
	uint32_t type = front_cursor_type(b->front, expression);
	struct ir_memory result;

	if (front_type_at(b->front, type)->kind == IR_T_VOID) {
		lower_choices(b, expression, NULL);
		return ir_value_none();
	}
	if (front_type_at(b->front, type)->kind == IR_T_ARRAY)
		type = front_pointer_to(b->front, front_type_at(b->front, type)->element);
	result = ir_memory_local(b, build_made_local(b, type));
	lower_choices(b, expression, &result);
	return build_load(b, result, expression);
}

void lower_branching_effects(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	uint32_t right, end;
	bool is_and = is_logical(expression, CXBinaryOperator_LAnd);

	if (b->depth >= LOWERING_DEPTH_LIMIT) {
		lower_value(b, expression);
		return;
	}
	b->depth++;
	if (expression.kind == CXCursor_ConditionalOperator) {
		lower_choices(b, expression, NULL);
	} else if ((is_and || is_logical(expression, CXBinaryOperator_LOr)) && kids.count == 2) {
		right = build_block(b);
		end = build_block(b);
		lower_condition(b, kids.at[0], is_and ? right : end, is_and ? end : right);
		build_begin(b, right);
		lower_effects(b, kids.at[1]);
		build_begin(b, end);
	} else {
		lower_value(b, expression);
	}
	b->depth--;
}

/* a ?: b has four children: a, a, what a converts to, b. */
struct ir_value lower_elvis(struct builder *b, CXCursor expression, const struct kids *kids)
{
	uint32_t type = front_cursor_type(b->front, expression);
	uint32_t on_true = build_block(b), on_false = build_block(b), end = build_block(b);
	struct ir_memory result = ir_memory_local(b, build_made_local(b, type));
	struct ir_value value = lower_value(b, kids->at[0]);

	build_branch(b, value, on_true, on_false, kids->at[0]);
	build_begin(b, on_true);
	build_store(b, result, build_cast(b, value, type, true, kids->at[2]), kids->at[0]);
	build_jump(b, end);
	build_begin(b, on_false);
	store_if_open(b, &result, lower_value(b, kids->at[3]), kids->at[3]);
	build_begin(b, end);
	return build_load(b, result, expression);
}

/* Which association is chosen is hidden: those of the result's type may be. */
struct ir_value lower_generic(struct builder *b, CXCursor expression)
{
	struct kids kids = front_kids(b->front, expression);
	uint32_t type = front_cursor_type(b->front, expression), end, count = 0;
	CXCursor *chosen = arena_array(&b->front->scratch, CXCursor, kids.count);
	struct ir_memory result;

	for (uint32_t i = 1; i < kids.count; i++)
		if (clang_isExpression(kids.at[i].kind) && front_cursor_type(b->front, kids.at[i]) == type)
			chosen[count++] = kids.at[i];
	if (count == 0)
		return lower_not_understood(b, expression);
	if (count == 1 || front_type_at(b->front, type)->kind == IR_T_VOID)
		return lower_value(b, chosen[0]);
	result = ir_memory_local(b, build_made_local(b, type));
	end = build_block(b);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t this_one = build_block(b), next = i + 1 < count ? build_block(b) : IR_NONE;

		if (next != IR_NONE)
			build_branch(b, ir_value_unknown(front_type_int(b->front, 4, true)), this_one, next,
				     expression);
		build_begin(b, this_one);
		store_if_open(b, &result, lower_value(b, chosen[i]), expression);
		if (build_is_open(b))
			build_jump(b, end);
		if (next != IR_NONE)
			build_begin(b, next);
	}
	build_begin(b, end);
	return build_load(b, result, expression);
}
