/* A thread that runs before main begins. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
	return unused;
}

__attribute__((constructor)) static void start(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL) == 0)
		pthread_detach(thread);
}

static void first_thing_bad(void)
{
	setenv("FIRST", "1", 1); // expect: env-write-threaded
}

int main(void)
{
	first_thing_bad();
	return 0;
}
