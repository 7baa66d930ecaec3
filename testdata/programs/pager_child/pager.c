#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int spin;

static void *spinner(void *unused)
{
	while (spin < 1000)
		fprintf(stderr, "\r%c", "|/-\\"[spin++ & 3]);
	return unused;
}

static int page(int from)
{
	pid_t pid = fork();
	int status;

	switch (pid) {
	case -1:
		return -1;
	case 0:
		dup2(from, 0);
		if (!getenv("LESS"))
			putenv("LESS=FRX");
		execlp("less", "less", (char *)NULL);
		_exit(1);
	default:
		return waitpid(pid, &status, 0) < 0 ? -1 : status;
	}
}

int main(void)
{
	pthread_t thread;
	int ends[2], status;

	if (pipe(ends) || pthread_create(&thread, NULL, spinner, NULL))
		return 1;
	status = page(ends[0]);
	pthread_join(thread, NULL);
	return status;
}
