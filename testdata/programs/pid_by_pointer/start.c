#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The pid comes back through a pointer. */
static void *w(void *a)
{
	(void)a;
	pause();
	return 0;
}

static int start(pid_t *out)
{
	pid_t p = fork();
	if (p < 0)
		return -1;
	*out = p;
	return 0;
}

int main(void)
{
	pthread_t t;
	pid_t pid;
	pthread_create(&t, 0, w, 0);
	if (start(&pid))
		return 1;
	if (!pid) {
		unsetenv("LD_PRELOAD");
		execl("/bin/true", "true", (char *)0);
		_exit(127);
	}
	return 0;
}
