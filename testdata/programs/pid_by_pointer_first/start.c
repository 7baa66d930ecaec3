#include <stdlib.h>
#include <unistd.h>
#include <pthread.h>

/* Forked before there are threads. */
static void *w(void *a)
{
	(void)a;
	pause();
	return 0;
}

static int start(pid_t *out)
{
	*out = fork();
	return *out < 0 ? -1 : 0;
}

int main(void)
{
	pthread_t t;
	pid_t pid;
	if (start(&pid))
		return 1;
	if (pid == 0) {
		setenv("CHILD", "1", 1);
		execl("/bin/true", "true", (char *)0);
		_exit(127);
	}
	pthread_create(&t, 0, w, 0);
	pthread_join(t, 0);
	return 0;
}
