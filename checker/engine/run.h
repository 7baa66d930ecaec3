/* One rule on one program: what lies behind `struct rule_run`. */
#ifndef SNAG_ENGINE_RUN_H
#define SNAG_ENGINE_RUN_H

#include "engine/engine.h"

struct report {
	struct finding *finding;
	bool hidden; /* stands in a system header: not for the user to change */
};

/* Answers that rules share on one program, by what was asked. */
struct shared_answer {
	const void *question;
	void *answer;
};

struct shared {
	VEC(struct shared_answer *) answers;
};

struct rule_run {
	struct arena *arena;
	const struct program *program;
	const struct rule *rule;
	const struct engine_options *options;
	VEC(struct report) reports;
	void *memory;
	struct shared *shared;
};

#endif
