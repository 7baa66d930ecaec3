/* What runs at the end runs beside threads that nobody waited for. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
	return unused;
}

static void clean_up_bad(void)
{
	unsetenv("SESSION"); // expect: env-write-threaded
}

int main(void)
{
	pthread_t thread;

	atexit(clean_up_bad);
	if (pthread_create(&thread, NULL, work, NULL) == 0)
		pthread_detach(thread);
	return 0;
}
