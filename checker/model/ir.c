/* Small questions that everyone who handles the IR asks of it. */
#include "model/ir.h"

bool ir_is_terminator(enum ir_kind kind)
{
	return kind >= IR_JUMP;
}

const char *ir_op_name(enum ir_op op)
{
	static const char *const names[] = {
		[IR_ADD] = "add", [IR_SUB] = "sub", [IR_MUL] = "mul", [IR_DIV] = "div", [IR_REM] = "rem",
		[IR_SHL] = "shl", [IR_SHR] = "shr", [IR_AND] = "and", [IR_OR] = "or", [IR_XOR] = "xor",
		[IR_EQ] = "eq", [IR_NE] = "ne", [IR_LT] = "lt", [IR_LE] = "le", [IR_GT] = "gt", [IR_GE] = "ge",
		[IR_NEG] = "neg", [IR_NOT] = "not", [IR_LNOT] = "lnot",
	};

	return (unsigned)op < sizeof names / sizeof *names ? names[op] : "?";
}

bool ir_op_is_comparison(enum ir_op op)
{
	return op >= IR_EQ && op <= IR_GE;
}

enum ir_op ir_op_negated(enum ir_op op)
{
	switch (op) {
	case IR_EQ:
		return IR_NE;
	case IR_NE:
		return IR_EQ;
	case IR_LT:
		return IR_GE;
	case IR_LE:
		return IR_GT;
	case IR_GT:
		return IR_LE;
	default:
		return IR_LT;
	}
}

enum ir_op ir_op_mirrored(enum ir_op op)
{
	switch (op) {
	case IR_LT:
		return IR_GT;
	case IR_LE:
		return IR_GE;
	case IR_GT:
		return IR_LT;
	case IR_GE:
		return IR_LE;
	default:
		return op;
	}
}
