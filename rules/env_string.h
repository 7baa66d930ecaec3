/* The memory behind a string that putenv keeps: where it lies, what is done to it, when the environment lets go of it. */
#ifndef SNAG_RULES_ENV_STRING_H
#define SNAG_RULES_ENV_STRING_H

#include "rules/env.h"

enum env_deed { ENV_DEED_NONE, ENV_DEED_STORE, ENV_DEED_CALL, ENV_DEED_FREE };

/* What a call does to memory that an argument points into. */
enum env_deed env_deed_of(const struct env *env, const struct function *function, uint32_t event, size_t argument);
/* A putenv call and its string. */
struct env_string {
	const struct env *env;
	const struct env_write *write;
};

/* The object's address that the string lies in, but of an array of rows the row's. */
uint32_t env_string_root(const struct function *function, uint32_t origin);
/* A row that is chosen at run time. */
bool env_string_is_row(const struct function *function, uint32_t root);
bool env_is_automatic(const struct env *env, const struct function *function, uint32_t root);

/* Whether the event writes the same variable, so that the environment lets go of the string. */
bool env_string_taken_back(const struct env_string *string, const struct function *function, uint32_t event);
/* Whether that happens behind `from` on all paths to the function's end. */
bool env_string_always_taken_back(const struct env_string *string, const struct function *function, uint32_t from);
/* Whether a call that frees the string does so only behind such an event, in the function that it calls. */
bool env_string_freed_behind(const struct env_string *string, const struct function *function, uint32_t event);
/* Whether an event that lies before on every path has done so, or has put another string. */
bool env_string_replaced_before(const struct env_string *string, const struct function *function, uint32_t event);

/* Globals that the string lies in, and places that keep its pointer from call to call: by their keys. */
struct env_places {
	/* The putenv call, or that of a caller which hands this string to it. */
	const struct function *function;
	uint32_t event;
	VEC(const char *) memory, pointers;
};

struct env_places_list {
	VEC(struct env_places) all;
};

void env_find_places(const struct env_string *string, uint32_t origin, struct env_places_list *list);
/* Whether an event that lies before the call, or is ruled by its result, doesn't come by again after it. */
bool env_places_settled(const struct program *program, const struct env_places *places,
			const struct function *function, uint32_t event);
enum env_deed env_deed_to_places(const struct env *env, const struct env_places *places,
				 const struct function *function, uint32_t event);

#endif
