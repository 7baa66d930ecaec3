/* Who reads a variable of the environment, in words. */
#ifndef SNAG_RULES_ENV_CONSUMERS_H
#define SNAG_RULES_ENV_CONSUMERS_H

#include "engine/rule.h"

struct env_consumers {
	const char *who;     /* to be put behind "writes 'NAME' …"; "" where nobody is known */
	const char *instead; /* what to do instead, or NULL */
};

/* Components that the program calls; where it calls none, all that are known, unless they are too many. */
void env_consumers_of(const struct program *program, const char *variable, struct arena *arena,
		      struct env_consumers *consumers);

#endif
