/* switch: its cases may stand anywhere in the body, in any depth. */
#include "front/lower.h"

#include "front/text.h"

CXCursor lower_case_labels(struct builder *b, CXCursor statement)
{
	uint32_t block = build_block(b);

	build_begin(b, block);
	while (statement.kind == CXCursor_CaseStmt || statement.kind == CXCursor_DefaultStmt) {
		struct kids kids = front_kids(b->front, statement);
		struct switch_case one = {.block = block};

		if (statement.kind == CXCursor_DefaultStmt) {
			if (b->in_switch)
				b->in_switch->otherwise = block;
		} else if (kids.count >= 2 && cursor_constant(kids.at[0], &one.low)) {
			one.high = one.low;
			if (kids.count >= 3)
				cursor_constant(kids.at[1], &one.high);
			if (b->in_switch && one.low <= one.high)
				hvec_push(&b->in_switch->cases, one);
		}
		if (!kids.count)
			return clang_getNullCursor();
		statement = kids_last(&kids);
	}
	return statement;
}

static void emit_switch(struct builder *b, struct switch_context *context, struct ir_value value, uint32_t end,
			CXCursor statement)
{
	size_t count = context->cases.len;
	struct ir_insn *insn = build_insn(b, IR_SWITCH, statement);

	insn->a = value;
	insn->target_count = (uint32_t)count + 1;
	insn->targets = arena_array(b->front->arena, uint32_t, count + 1);
	insn->cases = arena_array(b->front->arena, struct ir_case, count);
	for (size_t i = 0; i < count; i++) {
		insn->targets[i] = context->cases.items[i].block;
		insn->cases[i] = (struct ir_case){context->cases.items[i].low, context->cases.items[i].high};
	}
	insn->targets[count] = context->otherwise == IR_NONE ? end : context->otherwise;
}

static void lower_cases(struct builder *b, CXCursor statement, CXCursor body, struct ir_value value)
{
	struct switch_context context = {.otherwise = IR_NONE, .scope = b->scope}, *outer = b->in_switch;
	struct jump_goal outer_break = b->on_break;
	uint32_t end = build_block(b), head;

	if (!build_is_open(b))
		build_begin(b, build_block(b));
	head = b->block;
	b->block = IR_NONE;
	b->in_switch = &context;
	b->on_break = (struct jump_goal){end, b->scope};
	lower_statement(b, body);
	b->in_switch = outer;
	b->on_break = outer_break;
	build_begin(b, end);
	b->block = head;
	emit_switch(b, &context, value, end, statement);
	b->block = end;
	hvec_free(&context.cases);
}

void lower_switch(struct builder *b, CXCursor statement)
{
	struct kids kids = front_kids(b->front, statement);
	struct scope *outer = b->scope;
	struct ir_value value;
	const char *at, *end;

	if (kids.count < 2) {
		build_opaque(b, front_type_plain(b->front, IR_T_VOID), "SwitchStmt", statement);
		return;
	}
	if (b->front->cplusplus && front_spelled(b->front, statement, &at, &end) && text_has_init(at, end))
		build_opaque(b, front_type_plain(b->front, IR_T_VOID), "init of switch", statement);
	if (kids.at[0].kind == CXCursor_VarDecl)
		lower_declaration(b, kids.at[0]);
	value = lower_full_value(b, kids.at[kids.count - 2]);
	if (value.kind == IR_V_NONE)
		value = ir_value_unknown(front_type_int(b->front, 4, true));
	lower_cases(b, statement, kids_last(&kids), value);
	build_end_scope(b, outer, b->here);
}
