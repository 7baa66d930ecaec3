/* Names that stand for functions and objects of other names, and weak ones that strong ones replace. */
#include <stdlib.h>

#define strong_alias(name, other) extern __typeof(name) other __attribute__((alias(#name)))
#define weak_alias(name, other) extern __typeof(name) other __attribute__((weak, alias(#name)))

static void set_level(const char *level)
{
	setenv("LEVEL", level, 1);
}
strong_alias(set_level, log_set_level);

/* Nobody else defines the hook: it is this. */
void default_hook(void)
{
	unsetenv("HOOK");
}
weak_alias(default_hook, start_hook);

/* main.c defines these two: these bodies never run. */
void empty_hook(void)
{
	setenv("NEVER", "1", 1);
}
weak_alias(empty_hook, stop_hook);

__attribute__((weak)) void report(void)
{
	setenv("NEVER", "2", 1);
}

static void nothing(void)
{
}

void (*callback)(void) = nothing;
strong_alias(callback, event_callback);

void run_callback(void)
{
	callback();
}
