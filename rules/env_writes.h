/* What summaries begin with: each write of the environment by itself. */
#ifndef SNAG_RULES_ENV_WRITES_H
#define SNAG_RULES_ENV_WRITES_H

#include "rules/env.h"

/* Fills env->writes and each function's own, and says whether the program names environ. */
void env_find_writes(struct env *env);

#endif
