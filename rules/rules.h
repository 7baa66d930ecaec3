/* The list of rules. To add one: see engine/rule.h. */
#ifndef SNAG_RULES_RULES_H
#define SNAG_RULES_RULES_H

#include "engine/rule.h"

extern const struct rule *const rules_all[];
extern const size_t rules_count;

#endif
