#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include <pthread.h>

/* A handler runs at any moment, so beside the worker too. */
static void on_hup(int s)
{
	(void)s;
	setenv("HUP", "1", 1);
}

static void *w(void *a)
{
	pause();
	return a;
}

int main(void)
{
	pthread_t t;
	struct sigaction sa = {.sa_handler = on_hup};
	sigaction(SIGHUP, &sa, 0);
	pthread_create(&t, 0, w, 0);
	pause();
	return 0;
}
