/* What holds on an edge: the tested value, taken apart to a comparison. */
#include "flow/range.h"

/*
 * Looks through what only restates a truth value: `!x`, `x != 0`, and casts of
 * comparisons. `*truth` is turned over where the meaning is.
 */
static uint32_t tested(const struct values *values, uint32_t value, bool *truth)
{
	for (;;) {
		const struct value *v = &values->all.items[value];

		if (v->kind == FACT__ORIGIN_KIND__ORIGIN_UNARY && v->op == IR_LNOT) {
			*truth = !*truth;
		} else if (v->kind == FACT__ORIGIN_KIND__ORIGIN_CAST) {
			const struct value *arg = &values->all.items[v->args[0]];
			bool truth_value = (arg->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY && ir_op_is_comparison(arg->op)) ||
					   (arg->kind == FACT__ORIGIN_KIND__ORIGIN_UNARY && arg->op == IR_LNOT) ||
					   values->unit->types.items[v->type].kind == IR_T_BOOL;

			if (!truth_value)
				return value;
		} else if (v->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY && (v->op == IR_NE || v->op == IR_EQ)) {
			const struct value *left = &values->all.items[v->args[0]], *right = &values->all.items[v->args[1]];
			bool inner = (left->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY && ir_op_is_comparison(left->op)) ||
				     (left->kind == FACT__ORIGIN_KIND__ORIGIN_UNARY && left->op == IR_LNOT);

			if (!inner || right->kind != FACT__ORIGIN_KIND__ORIGIN_INT || right->number != 0)
				return value;
			if (v->op == IR_EQ)
				*truth = !*truth;
		} else {
			return value;
		}
		value = v->args[0];
	}
}

static struct condition branch_condition(struct body *body, uint32_t value, bool truth)
{
	const struct value *v;

	value = tested(&body->values, value, &truth);
	v = &body->values.all.items[value];
	if (v->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY && ir_op_is_comparison(v->op))
		return (struct condition){ true, truth ? v->op : ir_op_negated(v->op), v->args[0], v->args[1], false };
	return (struct condition){ true, truth ? IR_NE : IR_EQ, value, value_int(&body->values, v->type, 0), false };
}

static struct condition case_condition(struct body *body, const struct ir_insn *insn, uint32_t value, uint32_t slot)
{
	uint32_t type = body->values.all.items[value].type;

	if (slot + 1 == insn->target_count)
		return (struct condition){ .is_default = true };
	if (insn->cases[slot].low == insn->cases[slot].high)
		return (struct condition){ true, IR_EQ, value, value_int(&body->values, type, insn->cases[slot].low), false };
	return (struct condition){ true, IR_GE, value, value_int(&body->values, type, insn->cases[slot].low), false };
}

struct condition edge_condition(struct body *body, uint32_t edge)
{
	const struct graph_edge *e = &body->graph.edges[edge];
	const struct ir_block *block = &body->function->blocks.items[e->from];
	const struct ir_insn *insn = &block->insns.items[block->insns.len - 1];
	uint32_t value = body->condition[e->from];

	if (insn->kind == IR_BRANCH && insn->targets[0] != insn->targets[1])
		return branch_condition(body, value, e->slot == 0);
	if (insn->kind == IR_SWITCH)
		return case_condition(body, insn, value, e->slot);
	return (struct condition){ 0 };
}
