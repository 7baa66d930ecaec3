#include "proc.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>

static void *serve(void *path)
{
	static const char *const variables[] = { "PATH", "/bin", "JOB", "1", NULL };
	pid_t pid = proc_fork();
	int status = 0;

	if (pid == 0)
		proc_become(path, variables);
	if (pid > 0)
		waitpid(pid, &status, 0);
	printf("%s: %d\n", (const char *)path, status);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[8];
	int n = 0;

	for (; n < 8 && n + 1 < argc; n++)
		if (pthread_create(&threads[n], NULL, serve, argv[n + 1]))
			break;
	while (n)
		pthread_join(threads[--n], NULL);
	return 0;
}
