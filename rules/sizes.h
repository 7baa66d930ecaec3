/* How large a container of C++ is made, as far as every call that sizes it says the same. */
#ifndef SNAG_RULES_SIZES_H
#define SNAG_RULES_SIZES_H

#include "engine/rule.h"

/* As trace_number, but for what size() of a container gives, too. */
bool trace_size(const struct program *program, const struct function *function, const Fact__Operand *operand,
		int64_t *number);

#endif
