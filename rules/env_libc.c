/* Levels and words by the target's C library. */
#include "rules/env_libc.h"

/* Whether the program changes the environment behind the library's back. */
static bool goes_around(const struct env *env)
{
	for (size_t i = 0; i < env->writes.len; i++)
		if (env->writes.items[i]->puts || env->writes.items[i]->assigns)
			return true;
	return env->names_environ;
}

bool env_libc_write(const struct libc_environment *libc, const struct env *env, bool puts, enum level *level)
{
	if (!libc->getenv_safe)
		return true;
	if (libc->environ_safe && !puts && !goes_around(env))
		return false;
	return env_step_down(level);
}

bool env_libc_pointer(const struct libc_environment *libc, bool other_variable, enum level *level)
{
	if (other_variable) {
		*level = libc->moves_others ? LEVEL_WARNING : LEVEL_NOTE;
		return true;
	}
	return libc->frees_values || env_step_down(level);
}

bool env_libc_walk(const struct libc_environment *libc, enum level *level)
{
	return !libc->environ_safe || env_step_down(level);
}

const char *env_libc_race_words(const struct libc_environment *libc, struct arena *arena)
{
	const char *what = "getenv copes, but not what reads environ or keeps its strings";

	if (!libc->name)
		return "";
	if (libc->moves_others)
		what = "readers are promised nothing";
	else if (libc->resize_crashes)
		what = "a reader may walk an array that was freed";
	else if (libc->frees_values)
		what = "a value that was just read may be freed or overwritten";
	return arena_printf(arena, "; with %s %s", libc->name, what);
}

const char *env_libc_pointer_words(const struct libc_environment *libc, struct arena *arena)
{
	if (!libc->name)
		return "may have freed or changed it";
	if (libc->frees_values)
		return arena_printf(arena, "may have freed or changed it (%s)", libc->name);
	return arena_printf(arena, "leaves it the old value (%s)", libc->name);
}
