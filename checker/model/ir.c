/* Small questions that everyone who handles the IR asks of it. */
#include "model/ir.h"

bool ir_is_terminator(enum ir_kind kind)
{
	return kind >= IR_JUMP;
}
