#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void *run(void *path)
{
	char *argv[] = { path, NULL };
	char **variables = environ;
	pid_t pid = fork();

	if (pid == 0) {
		execve(path, argv, variables);
		_exit(127);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[4];
	int n = 0;

	setenv("PARENT", argv[0], 1);
	for (; n < 4 && n + 1 < argc; n++)
		if (pthread_create(&threads[n], NULL, run, argv[n + 1]))
			break;
	while (n)
		pthread_join(threads[--n], NULL);
	return 0;
}
