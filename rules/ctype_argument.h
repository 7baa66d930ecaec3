/* What conditions on the way to a ctype function say of its call. */
#ifndef SNAG_RULES_CTYPE_ARGUMENT_H
#define SNAG_RULES_CTYPE_ARGUMENT_H

#include "engine/rule.h"

/* The byte in argument `a` is below 0x80: its high bit was tested, and cleared where it was set. */
bool ctype_high_bit_clear(const struct function *function, uint32_t event, size_t a);

/* The call runs only with a flag that no caller of the program gives. */
bool ctype_flag_never_given(const struct program *program, const struct function *function, uint32_t event);

#endif
