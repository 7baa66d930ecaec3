/* Which events can run at the same time, on threads apart. */
#ifndef SNAG_RULES_ENV_THREADS_H
#define SNAG_RULES_ENV_THREADS_H

#include "engine/rule.h"

struct env_threads;

/* Made once for all rules that ask. */
struct env_threads *env_threads_of(struct rule_run *run, const struct program *program);

struct env_point {
	const struct function *function;
	uint32_t event;
};

/* Whether a thread can come by one while another thread, which exists then, comes by the other. */
bool env_may_meet(struct env_threads *threads, struct env_point a, struct env_point b);

/*
 * Whether a thread that comes by `reader` can be running when the first thread comes by `write`: it is started before, and
 * not joined in between. True where that isn't known.
 */
bool env_may_run_beside(struct env_threads *threads, struct env_point reader, struct env_point write);

#endif
