/* The finding stands where a macro is used. */
#include <pthread.h>
#include <stdlib.h>

#define EXPORT(name) setenv(#name, "1", 1)
#define FORGET(name) \
	do { \
		unsetenv(#name); \
	} while (0)

static void *work(void *unused)
{
	return unused;
}

static void early_ok(void)
{
	EXPORT(EARLY);
}

static void late_bad(void)
{
	EXPORT(LATE); // expect: env-write-threaded
	FORGET(EARLY); // expect: env-write-threaded
}

int main(void)
{
	pthread_t thread;

	early_ok();
	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	late_bad();
	return pthread_join(thread, NULL);
}
