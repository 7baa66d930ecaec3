/* Constructors run by their priority, whatever stands first. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
	return unused;
}

static void unnumbered_bad(void) __attribute__((constructor));
static void unnumbered_bad(void)
{
	setenv("LAST", "1", 1); // expect: env-write-threaded
}

static void behind_bad(void) __attribute__((constructor(300)));
static void behind_bad(void)
{
	setenv("THIRD", "1", 1); // expect: env-write-threaded
}

static void start(void) __attribute__((constructor(200)));
static void start(void)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, work, NULL))
		pthread_detach(thread);
}

static void before_ok(void) __attribute__((constructor(101)));
static void before_ok(void)
{
	setenv("FIRST", "1", 1);
}

int main(void)
{
	return 0;
}
