/* A child of a process without threads has none; nor has its parent. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *work(void *unused)
{
	return unused;
}

static void in_child_ok(char **argv)
{
	pid_t child = fork();

	if (child == 0) {
		setenv("ROLE", "child", 1);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (child > 0)
		waitpid(child, NULL, 0);
}

static void after_fork_ok(void)
{
	setenv("ROLE", "parent", 1);
}

static void child_with_threads_bad(void)
{
	pthread_t thread;

	if (fork() != 0)
		return;
	if (pthread_create(&thread, NULL, work, NULL) == 0)
		setenv("ROLE", "pool", 1); // expect: env-write-threaded
	_exit(0);
}

static void after_threads_of_child_ok(void)
{
	unsetenv("ROLE");
}

int main(int argc, char **argv)
{
	if (argc > 1)
		in_child_ok(argv + 1);
	after_fork_ok();
	child_with_threads_bad();
	after_threads_of_child_ok();
	return 0;
}
