/* Names of files and the like that the program creates in a way that takes what is already there. */
#ifndef SNAG_RULES_CREATED_H
#define SNAG_RULES_CREATED_H

#include "engine/rule.h"

struct created {
	struct map names;    /* objects that hold such a name: function, object and member */
	struct names fields; /* members by name */
};

void created_find(const struct program *program, struct arena *arena, struct created *created);
void created_release(struct created *created);
/* Whether what is written to that address may be such a name. */
bool created_has(const struct program *program, struct created *created, const struct function *function,
		 uint32_t address);

#endif
