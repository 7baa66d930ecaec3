/* What becomes of a ctype function's answer. */
#ifndef SNAG_RULES_CTYPE_USES_H
#define SNAG_RULES_CTYPE_USES_H

#include "engine/rule.h"

/*
 * Whether what tolower or toupper gives is only compared with ASCII characters
 * that no locale makes of another byte: all but I and i.
 */
bool ctype_only_compared(const struct function *function, uint32_t event, struct arena *scratch);
/* `*text = toupper(*text)` once: the first letter of a message. */
bool ctype_capitalises(const struct function *function, uint32_t event);

#endif
