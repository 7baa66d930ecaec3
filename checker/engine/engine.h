/* Runs rules over linked programs and orders what they say. */
#ifndef SNAG_ENGINE_ENGINE_H
#define SNAG_ENGINE_ENGINE_H

#include "engine/rule.h"
#include "model/libc.h"

struct engine_options {
	const struct rule *const *rules; /* those that are on */
	size_t rule_count;
	const char *root;                /* project root: paths are printed below it */
	struct libc libc;                /* that the programs run on */
};

/* Findings sorted by path, line, column, rule, id; one a place and rule, with the strongest level and every program. */
struct findings {
	VEC(struct finding *) all;
};

void engine_run(struct arena *arena, const struct program_set *programs, const struct engine_options *options,
		struct findings *findings);

#endif
