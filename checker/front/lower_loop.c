/* Loops. */
#include "front/lower.h"

#include "front/text.h"

void loop_mark(struct builder *b, uint32_t header, enum ir_loop_kind kind, CXCursor statement)
{
	struct ir_loop_mark mark = {.header = header, .kind = kind, .place = front_place(b->front, statement)};

	vec_push(b->front->arena, &b->function->loops, mark);
}

void loop_body(struct builder *b, CXCursor body, uint32_t on_break, uint32_t on_continue, struct scope *scope)
{
	struct jump_goal outer_break = b->on_break, outer_continue = b->on_continue;

	b->on_break = (struct jump_goal){on_break, scope};
	b->on_continue = (struct jump_goal){on_continue, scope};
	lower_statement(b, body);
	b->on_break = outer_break;
	b->on_continue = outer_continue;
}

/* --- for ------------------------------------------------------------------------ */

struct for_parts {
	CXCursor init, variable, condition, step, body;
};

static bool is_present(CXCursor part)
{
	return !clang_Cursor_isNull(part);
}

/*
 * Missing parts are left out of the children; the text tells which. Where the
 * two disagree (a macro's argument may be empty) the loop isn't understood.
 */
static bool for_parts(struct builder *b, CXCursor statement, struct for_parts *parts)
{
	struct kids kids = front_kids(b->front, statement);
	CXCursor none = clang_getNullCursor(), *slots[] = {&parts->init, &parts->condition, &parts->step};
	bool present[3] = {true, true, true};
	uint32_t next = 0, count = 0;
	const char *at, *end;

	*parts = (struct for_parts){none, none, none, none, none};
	if (!kids.count)
		return false;
	parts->body = kids_last(&kids);
	for (uint32_t i = 0; i + 1 < kids.count; i++) {
		if (kids.at[i].kind == CXCursor_VarDecl)
			parts->variable = kids.at[i]; /* for (; int x = f();) */
		else
			kids.at[count++] = kids.at[i];
	}
	if (count == 0 && !is_present(parts->variable))
		return true;
	if (count != 3 && (!front_spelled(b->front, statement, &at, &end) || !text_for_slots(at, end, present)))
		return false;
	if (present[0] + present[1] + present[2] != (int)count)
		return false;
	for (int i = 0; i < 3; i++)
		if (present[i])
			*slots[i] = kids.at[next++];
	return true;
}

void lower_for(struct builder *b, CXCursor statement)
{
	uint32_t test = build_block(b), body = build_block(b), step = build_block(b), end = build_block(b);
	struct scope *outer = b->scope;
	struct for_parts parts;
	bool understood = for_parts(b, statement, &parts);

	if (!understood)
		build_opaque(b, front_type_plain(b->front, IR_T_VOID), "for", statement);
	if (is_present(parts.init))
		lower_statement(b, parts.init);
	b->here = front_place(b->front, statement);
	build_begin(b, test);
	loop_mark(b, test, IR_LOOP_FOR, statement);
	if (is_present(parts.variable))
		lower_declaration(b, parts.variable);
	if (is_present(parts.condition))
		lower_full_condition(b, parts.condition, body, end);
	else if (!understood)
		build_branch(b, ir_value_unknown(front_type_int(b->front, 4, true)), body, end, statement);
	build_begin(b, body);
	if (is_present(parts.body))
		loop_body(b, parts.body, end, step, b->scope);
	build_begin(b, step);
	if (is_present(parts.step))
		lower_full_effects(b, parts.step);
	if (build_is_open(b))
		build_jump(b, test);
	build_begin(b, end);
	build_end_scope(b, outer, b->here);
}

/* --- while, do --------------------------------------------------------------------- */

void lower_while(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);
	uint32_t test = build_block(b), body = build_block(b), end = build_block(b);
	struct scope *outer = b->scope;

	if (kids.count < 2) {
		lower_not_understood(b, statement);
		return;
	}
	b->here = front_place(b->front, statement);
	build_begin(b, test);
	loop_mark(b, test, IR_LOOP_WHILE, statement);
	if (kids.at[0].kind == CXCursor_VarDecl)
		lower_declaration(b, kids.at[0]);
	lower_full_condition(b, kids.at[kids.count - 2], body, end);
	build_begin(b, body);
	loop_body(b, kids_last(&kids), end, test, b->scope);
	if (build_is_open(b))
		build_jump(b, test);
	build_begin(b, end);
	build_end_scope(b, outer, b->here);
}

/* `do … while (0)` is a block that `break` and `continue` leave, not a loop. */
static bool never_repeats(struct builder *b, CXCursor condition)
{
	int64_t number;

	condition = cursor_stripped(b->front, condition);
	return condition.kind == CXCursor_IntegerLiteral && cursor_constant(condition, &number) && number == 0;
}

void lower_do(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);
	uint32_t body = build_block(b), test = build_block(b), end = build_block(b);

	if (kids.count != 2) {
		lower_not_understood(b, statement);
		return;
	}
	if (!never_repeats(b, kids.at[1])) {
		b->here = front_place(b->front, statement);
		build_begin(b, body);
		loop_mark(b, body, IR_LOOP_DO, statement);
	}
	loop_body(b, kids.at[0], end, test, b->scope);
	build_begin(b, test);
	lower_full_condition(b, kids.at[1], body, end);
	build_begin(b, end);
}
