#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The pid lies in a record, and the wrapper returns something else. */
struct job {
	pid_t pid;
	int fd;
};

static void *w(void *a)
{
	(void)a;
	pause();
	return 0;
}

static int spawn(struct job *j)
{
	j->pid = fork();
	return j->pid < 0 ? -1 : 0;
}

static void go(const char *n)
{
	struct job j;
	if (spawn(&j) < 0)
		return;
	if (j.pid == 0) {
		setenv("JOB", n, 1);
		execlp("sh", "sh", (char *)0);
		_exit(1);
	}
}

int main(int argc, char **argv)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	go(argv[argc - 1]);
	return 0;
}
