/* A function's address that a library is asked about isn't called; a callback is. */
#include <pthread.h>
#include <stdlib.h>

/* As dladdr. */
int describe_address(const void *address, const char **name);
void on_change(void (*call)(void));

static void reload_bad(void)
{
	setenv("RELOADED", "1", 1); // expect: env-write-threaded
}

static void start_ok(void)
{
	setenv("STARTED", "1", 1);
}

int main(void);

static void *work(void *unused)
{
	const char *name = NULL;

	on_change(reload_bad);
	if (describe_address(main, &name) || describe_address((const void *)start_ok, &name))
		return unused;
	return NULL;
}

int main(void)
{
	pthread_t thread;

	start_ok();
	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	return pthread_join(thread, NULL);
}
