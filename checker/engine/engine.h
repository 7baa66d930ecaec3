/* Runs rules over linked programs and orders what they say. */
#ifndef SNAG_ENGINE_ENGINE_H
#define SNAG_ENGINE_ENGINE_H

#include "config/config.h"
#include "engine/rule.h"

struct engine_options {
	const struct rule *const *rules; /* those that are run; what the configuration turns off somewhere is dropped there */
	size_t rule_count;
	const char *root;                /* project root: paths are printed below it */
	const struct configs *configs;   /* with the root, and the folders of sources and headers asked for; NULL: defaults */
	bool even_off;                   /* the rules were asked for by name: off doesn't count */
};

/* Findings sorted by path, line, column, rule, id; one a place and rule, with the strongest level and every program. */
struct findings {
	VEC(struct finding *) all;
};

/* Adds what the rules find in a linked program: findings keep nothing of it but its name. findings_finish is due afterwards. */
void engine_run(struct arena *arena, const struct program *program, const struct engine_options *options,
		struct findings *findings);
/* A finding that no rule's function reports: gives it its identity. findings_finish is due afterwards. */
void findings_add(struct arena *arena, struct findings *findings, struct finding *finding);
/* Orders them, makes one of equal ones, numbers them. */
void findings_finish(struct arena *arena, struct findings *findings);

#endif
