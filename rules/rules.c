/* The list of rules, from rules.def. */
#include "rules/rules.h"

#define RULE(name) extern const struct rule rule_##name;
#include "rules/rules.def"
#undef RULE

const struct rule *const rules_all[] = {
#define RULE(name) &rule_##name,
#include "rules/rules.def"
#undef RULE
};
const size_t rules_count = sizeof rules_all / sizeof *rules_all;
