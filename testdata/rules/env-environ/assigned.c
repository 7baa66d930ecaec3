/* The array is replaced, or an element of it. */
#include <pthread.h>
#include <stdlib.h>

extern char **environ;

static char *none[] = { NULL };
static char entry[] = "MODE=1";

static void whole_bad(void)
{
	environ = none; // expect: env-environ (warning)
}

static void element_bad(void)
{
	environ[0] = entry; // expect: env-environ (warning)
}

static void through_a_pointer_bad(void)
{
	char **p = environ;

	*p = entry; // expect: env-environ (warning)
}

static void by_its_address_bad(void)
{
	char ***where = &environ;

	*where = none; // expect: env-environ (warning)
}

static void swap_ok(char **array, char *value)
{
	value[0] = 'm';
	array = none;
	(void)array;
}

static void *in_a_thread_bad(void *unused)
{
	environ = none; // expect: env-environ (error)
	return unused;
}

static void early_ok(void)
{
	environ = none;
}

static void late_ok(void)
{
	environ[0] = NULL;
}

static void not_that_array_ok(void)
{
	static char *mine[2];

	mine[0] = entry;
}

int main(void)
{
	pthread_t thread;

	early_ok();
	if (pthread_create(&thread, NULL, in_a_thread_bad, NULL))
		return 1;
	whole_bad();
	element_bad();
	through_a_pointer_bad();
	by_its_address_bad();
	swap_ok(none, entry);
	not_that_array_ok();
	pthread_join(thread, NULL);
	late_ok();
	return 0;
}
