#include "vars.h"

#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

static void *run(void *path)
{
	char *argv[] = { path, NULL };
	struct vars vars = { .count = 0 };
	int status;
	pid_t pid;

	if (vars_set(&vars, "PATH", "/bin") || vars_set(&vars, "JOB", path))
		return NULL;
	if (!posix_spawn(&pid, path, NULL, NULL, argv, vars.all))
		waitpid(pid, &status, 0);
	for (int i = 0; i < vars.count; i++)
		free(vars.all[i]);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[4];
	int n = 0;

	for (; n < 4 && n + 1 < argc; n++)
		if (pthread_create(&threads[n], NULL, run, argv[n + 1]))
			break;
	while (n)
		pthread_join(threads[--n], NULL);
	return 0;
}
