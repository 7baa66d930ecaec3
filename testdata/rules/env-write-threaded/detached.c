/* Nobody can wait for a detached thread. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
	return unused;
}

static void after_detach_bad(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL))
		return;
	pthread_detach(thread);
	setenv("STAGE", "detached", 1); // expect: env-write-threaded
}

int main(void)
{
	after_detach_bad();
	return 0;
}
