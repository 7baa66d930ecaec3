/* A flag that is taken back before threads start switches the exit handler off. Known, and told in the rule's limits. */
#include <pthread.h>
#include <stdlib.h>

static int armed;

static void *work(void *unused)
{
	exit(unused != NULL);
}

static void start_anew(void)
{
	if (!armed)
		return;
	setenv("FAILED", "1", 1); // noise: env-write-threaded, nothing is done once the flag is taken back
}

int main(void)
{
	pthread_t thread;

	armed = 1;
	atexit(start_anew);
	armed = 0;
	return pthread_create(&thread, NULL, work, NULL) || pthread_join(thread, NULL);
}
