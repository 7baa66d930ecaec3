/* A child of a process with one thread may do what it likes. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *unused)
{
	return unused;
}

static void child_ok(char **argv)
{
	if (fork() == 0) {
		setenv("ROLE", "child", 1);
		execv(argv[0], argv);
		_exit(127);
	}
}

static void child_by_switch_ok(char **argv)
{
	switch (fork()) {
	case 0:
		unsetenv("ROLE");
		execv(argv[0], argv);
		_exit(127);
	default:
		break;
	}
}

static void background_ok(void)
{
	pid_t pid = fork();

	if (pid > 0)
		_exit(0);
	setenv("DAEMON", "1", 1);
}

static void after_joining_ok(char **argv)
{
	if (fork() == 0) {
		setenv("ROLE", "late", 1);
		execv(argv[0], argv);
		_exit(127);
	}
}

static void before_fork_ok(void)
{
	setenv("EARLY", "1", 1);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argc;
	before_fork_ok();
	child_ok(argv);
	child_by_switch_ok(argv);
	background_ok();
	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	pthread_join(thread, NULL);
	after_joining_ok(argv);
	return 0;
}
