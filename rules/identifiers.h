/* Places where a clock's reading, or a number drawn from a seed, becomes what tells things apart. */
#ifndef SNAG_RULES_IDENTIFIERS_H
#define SNAG_RULES_IDENTIFIERS_H

#include "rules/clock.h"

struct identifier_sink {
	const struct function *function;
	uint32_t event;
	const char *name; /* of the variable, parameter or function; NULL: of something that is created */
	const char *how;  /* "the identifier" */
	struct ingredients found;
};

struct identifier_sinks {
	VEC(struct identifier_sink) all;
};

void identifier_sinks_find(struct rule_run *run, const struct program *program, struct identifier_sinks *sinks);

#endif
