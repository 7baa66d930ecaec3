/* Pointers from getenv in the function that asks for them. */
#ifndef SNAG_RULES_ENV_GETS_H
#define SNAG_RULES_ENV_GETS_H

#include "rules/env.h"

/* A call that returns a pointer into the environment: getenv, or a function that hands on what getenv gave. */
struct env_get {
	const struct function *function;
	uint32_t event, origin;
	struct env_names names; /* in the function's terms */
	const char *text;       /* the only name, or NULL */
};

typedef void env_get_visit(void *data, const struct env_get *get);
/* Every such call that can be reached and whose result is looked at. */
void env_each_get(const struct env *env, env_get_visit *visit, void *data);

/* "the value of 'HOME'", "a value from the environment". */
const char *env_get_words(const struct env *env, const struct env_get *get);

#endif
