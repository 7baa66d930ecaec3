/* Names of environment variables, as far as they are known in a function. */
#ifndef SNAG_RULES_ENV_NAMES_H
#define SNAG_RULES_ENV_NAMES_H

#include "engine/rule.h"

enum env_name_kind {
	ENV_NAME_TEXT,  /* this one */
	ENV_NAME_PARAM, /* the one that parameter `number` of the function names */
	ENV_NAME_ANY,   /* not known, or all of them */
};

struct env_name {
	enum env_name_kind kind;
	uint32_t number;
	const char *text;
};

/* One of these: several where control flow, or a table, decides. */
struct env_names {
	VEC(struct env_name) all;
};

#define ENV_ANY ((struct env_name){ .kind = ENV_NAME_ANY })

/* Adds a name that isn't there yet; too many become ENV_NAME_ANY. */
void env_names_add(struct env_names *names, struct env_name name, struct arena *arena);
/* Whether two names are written alike: no question of what a parameter is. */
bool env_name_alike(const struct env_name *a, const struct env_name *b);

/* What an operand names: a name, or "NAME=value" where `pair`. */
void env_names_of(const struct program *program, const struct function *function, const Fact__Operand *operand,
		  bool pair, struct arena *arena, struct env_names *names);

/* The names with parameters replaced by what the call hands over. */
void env_names_at_call(const struct program *program, const struct function *caller, uint32_t event,
		       const struct env_names *names, struct arena *arena, struct env_names *out);

enum env_same { ENV_DIFFERENT, ENV_MAY_BE_SAME, ENV_SAME };

/* Whether names known in the same function may be one variable; parameters are looked up in its callers. */
enum env_same env_names_compare(const struct program *program, const struct function *function,
				const struct env_names *a, const struct env_names *b, struct arena *arena);
/* Replaces parameters by what all callers hand over. */
void env_names_resolve(const struct program *program, const struct function *function, const struct env_names *names,
		       struct arena *arena, struct env_names *out);

/* The only name, for people; NULL where that isn't known. */
const char *env_names_text(const struct program *program, const struct function *function,
			   const struct env_names *names, struct arena *arena);

#endif
