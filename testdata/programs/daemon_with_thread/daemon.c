#include <stdlib.h>
#include <unistd.h>
#include <pthread.h>

/* daemon() forks, too. */
static void *w(void *a)
{
	pause();
	return a;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	if (daemon(0, 0))
		return 1;
	setenv("DAEMONIZED", "1", 1);
	pause();
	return 0;
}
