#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* Runs in every child of a process with threads. */
static void *w(void *a)
{
	(void)a;
	pause();
	return 0;
}

static void in_child(void)
{
	unsetenv("SERVER_SOCKET");
}

int main(void)
{
	pthread_t t;
	pthread_atfork(0, 0, in_child);
	pthread_create(&t, 0, w, 0);
	if (fork() == 0) {
		execl("/bin/true", "true", (char *)0);
		_exit(1);
	}
	pause();
	return 0;
}
