/* What the target's C library makes of a hazard: the level, and what happens, for people. */
#ifndef SNAG_RULES_ENV_LIBC_H
#define SNAG_RULES_ENV_LIBC_H

#include "rules/env.h"

/* A write beside readers. False where this library promises all that the program asks of it. */
bool env_libc_write(const struct libc_environment *libc, const struct env *env, bool puts, enum level *level);
/* A pointer from getenv after a write of its variable, or of another one. */
bool env_libc_pointer(const struct libc_environment *libc, bool other_variable, enum level *level);
/* A walk over environ beside setenv and the like. */
bool env_libc_walk(const struct libc_environment *libc, enum level *level);

/* What happens, after a semicolon; "" where no library is named. */
const char *env_libc_race_words(const struct libc_environment *libc, struct arena *arena);
/* "may have freed or changed it", as far as that library does so. */
const char *env_libc_pointer_words(const struct libc_environment *libc, struct arena *arena);

#endif
