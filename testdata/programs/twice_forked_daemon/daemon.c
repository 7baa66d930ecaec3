#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
#include <pthread.h>

/* Forked twice, and no threads before that. */
static int daemonize(void)
{
	pid_t p = fork();
	if (p < 0)
		return -1;
	if (p > 0)
		_exit(0);
	setsid();
	p = fork();
	if (p < 0)
		return -1;
	if (p > 0)
		_exit(0);
	setenv("DAEMONIZED", "1", 1);
	return 0;
}

static void *w(void *a)
{
	pause();
	return a;
}

int main(void)
{
	pthread_t t;
	if (daemonize())
		return 1;
	unsetenv("NOTIFY_SOCKET");
	pthread_create(&t, 0, w, 0);
	pthread_join(t, 0);
	return 0;
}
