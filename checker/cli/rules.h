/* Rules by name. */
#ifndef SNAG_CLI_RULES_H
#define SNAG_CLI_RULES_H

#include "base/err.h"
#include "engine/rule.h"

/* NULL, and the nearest name in `err`, where there is none. */
const struct rule *rule_named(const char *id, struct err *err);

#endif
