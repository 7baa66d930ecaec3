/* Tells locals that are plain variables from objects in memory, and which objects others can reach. */
#include "flow/body.h"

static bool scalar(const struct ir_unit *unit, uint32_t type)
{
	switch (unit->types.items[type].kind) {
	case IR_T_ARRAY:
	case IR_T_RECORD:
	case IR_T_VECTOR:
		return false;
	default:
		return true;
	}
}

/* Whose address a temporary holds: [temp] local or IR_NONE. */
struct addresses {
	uint32_t *of;
};

static uint32_t address_in(const struct addresses *addresses, const struct ir_value *value)
{
	return value->kind == IR_V_TEMP ? addresses->of[value->index] : IR_NONE;
}

static void see_memory(struct body *body, const struct ir_memory *memory)
{
	if (memory->base == IR_B_LOCAL && memory->step_count > 0)
		body->is_object[memory->index] = true;
}

static void escape(struct body *body, const struct addresses *addresses, const struct ir_value *value)
{
	uint32_t local = address_in(addresses, value);

	if (local != IR_NONE)
		body->escapes[local] = true;
}

static void see_insn(struct body *body, struct addresses *addresses, const struct ir_insn *insn)
{
	switch (insn->kind) {
	case IR_ADDRESS:
		see_memory(body, &insn->memory);
		if (insn->memory.base == IR_B_LOCAL) {
			body->is_object[insn->memory.index] = true;
			addresses->of[insn->dest] = insn->memory.index;
		} else if (insn->memory.base == IR_B_DEREF) {
			addresses->of[insn->dest] = address_in(addresses, &insn->memory.pointer);
		}
		break;
	case IR_COPY:
	case IR_CAST:
		addresses->of[insn->dest] = address_in(addresses, &insn->a);
		break;
	case IR_BINARY:
		if (insn->op == IR_ADD || insn->op == IR_SUB) {
			uint32_t left = address_in(addresses, &insn->a);

			addresses->of[insn->dest] = left != IR_NONE ? left : address_in(addresses, &insn->b);
		}
		break;
	case IR_LOAD:
	case IR_ZERO:
		see_memory(body, &insn->memory);
		break;
	case IR_STORE:
		see_memory(body, &insn->memory);
		escape(body, addresses, &insn->a);
		break;
	case IR_RETURN:
	case IR_OPAQUE:
		escape(body, addresses, &insn->a);
		escape(body, addresses, &insn->b);
		for (uint32_t i = 0; i < insn->arg_count; i++)
			escape(body, addresses, &insn->args[i]);
		break;
	case IR_CALL:
		for (uint32_t i = 0; i < insn->arg_count; i++)
			escape(body, addresses, &insn->args[i]);
		break;
	default:
		break;
	}
}

void body_classify_locals(struct body *body)
{
	const struct ir_function *function = body->function;
	size_t count = function->locals.len;
	struct addresses addresses = { arena_array(body->arena, uint32_t, function->temp_count + 1) };

	body->is_object = arena_array(body->arena, bool, count + 1);
	body->escapes = arena_array(body->arena, bool, count + 1);
	body->read_at_constant = arena_array(body->arena, bool, count + 1);
	body->read_at_variable = arena_array(body->arena, bool, count + 1);
	for (uint32_t i = 0; i < function->temp_count; i++)
		addresses.of[i] = IR_NONE;
	for (size_t i = 0; i < count; i++)
		body->is_object[i] = function->locals.items[i].is_volatile ||
				     !scalar(body->unit, function->locals.items[i].type);
	/* A temporary's definition comes before its uses in reverse postorder: it dominates them. */
	for (uint32_t i = 0; i < body->graph.order_count; i++) {
		const struct ir_block *block = &function->blocks.items[body->graph.order[i]];

		for (size_t k = 0; k < block->insns.len; k++)
			see_insn(body, &addresses, &block->insns.items[k]);
	}
}
