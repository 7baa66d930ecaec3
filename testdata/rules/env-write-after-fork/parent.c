/* What the parent does after fork is another question, and so is what the child starts. */
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;

static void *work(void *unused)
{
	return unused;
}

static void assigns_environ_ok(char **argv)
{
	static char *none[] = { NULL };

	if (fork() == 0) {
		environ = none;
		execv(argv[0], argv);
		_exit(127);
	}
}

static void spawns_ok(char **argv)
{
	pid_t pid;

	if (posix_spawn(&pid, argv[0], NULL, NULL, argv, environ))
		_exit(1);
}

static void own_setenv_ok(char **argv)
{
	char *variables[2] = { argv[0], NULL };

	if (fork() == 0) {
		execve(argv[0], argv, variables);
		_exit(127);
	}
}

static void failed_fork_ok(void)
{
	if (fork() < 0)
		abort();
}

static void child_twice_bad(char **argv)
{
	if (fork() == 0) {
		if (fork() == 0) {
			setenv("DEPTH", "2", 1); // expect: env-write-after-fork
			execv(argv[0], argv);
		}
		_exit(0);
	}
}

static int in_child_ok(void)
{
	return fork() == 0;
}

static void by_a_question_bad(char **argv)
{
	if (in_child_ok()) {
		setenv("ASKED", "1", 1); // expect: env-write-after-fork
		execv(argv[0], argv);
		_exit(127);
	}
}

static void after_failed_exec_bad(char **argv)
{
	pid_t pid = fork();

	if (pid != 0)
		return;
	execv(argv[0], argv);
	setenv("PATH", "/bin", 1); // expect: env-write-after-fork
	execvp(argv[1], argv);
	_exit(127);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argc;
	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	assigns_environ_ok(argv);
	spawns_ok(argv);
	own_setenv_ok(argv);
	failed_fork_ok();
	child_twice_bad(argv);
	by_a_question_bad(argv);
	after_failed_exec_bad(argv);
	return pthread_join(thread, NULL);
}
