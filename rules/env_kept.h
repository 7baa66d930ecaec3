/* Pointers from getenv that are put where they outlive the function. */
#ifndef SNAG_RULES_ENV_KEPT_H
#define SNAG_RULES_ENV_KEPT_H

#include "rules/env_gets.h"

/* Such a pointer that is stored into a global, a field or memory behind a pointer, or handed to a container there. */
struct env_kept {
	const struct function *function;
	uint32_t event;
	const char *place;      /* its name for people, with quotes */
	uint32_t address;       /* origin: where it is */
	struct env_names names; /* of the variables, without parameters */
	const struct env_get *get; /* where one of the pointers comes from */
};

struct env_kept_list {
	VEC(struct env_kept) all;
};

/* Whether the address has the place's name: a first look, before keys are made and compared. */
bool env_kept_named(const struct env_kept *kept, const struct function *function, uint32_t address);

void env_find_kept(const struct env *env, struct env_kept_list *kept);

#endif
