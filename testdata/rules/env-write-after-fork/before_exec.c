/* Between fork and exec, in a program that has a thread at that time. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char entry[] = "MODE=child";

static void *work(void *unused)
{
	return unused;
}

static void equals_zero_bad(char **argv)
{
	if (fork() == 0) {
		setenv("ROLE", "child", 1); // expect: env-write-after-fork
		execv(argv[0], argv);
		_exit(127);
	}
}

static void negated_bad(char **argv)
{
	if (!fork()) {
		unsetenv("TOKEN"); // expect: env-write-after-fork
		execv(argv[0], argv);
		_exit(127);
	}
}

static void in_a_variable_bad(char **argv)
{
	pid_t pid = fork();

	if (pid < 0)
		return;
	if (pid > 0)
		return;
	putenv(entry); // expect: env-write-after-fork
	execv(argv[0], argv);
	_exit(127);
}

static void switched_bad(char **argv)
{
	switch (vfork()) {
	case -1:
		return;
	case 0:
		clearenv(); // expect: env-write-after-fork
		execv(argv[0], argv);
		_exit(127);
	default:
		break;
	}
}

static void prepare_bad(const char *value)
{
	setenv("LEVEL", value, 1); // expect: env-write-after-fork
}

static void in_a_callee_ok(char **argv)
{
	if (fork() == 0) {
		prepare_bad(argv[1]);
		execv(argv[0], argv);
		_exit(127);
	}
}

static pid_t start_ok(void)
{
	pid_t pid = fork();

	return pid < 0 ? 0 - 1 : pid;
}

static void by_a_wrapper_bad(char **argv)
{
	pid_t pid = start_ok();

	if (pid == 0) {
		unsetenv("LISTEN_FDS"); // expect: env-write-after-fork
		execv(argv[0], argv);
		_exit(127);
	}
}

static void no_exec_at_all_bad(void)
{
	if (fork() == 0) {
		setenv("STAGE", "2", 1); // expect: env-write-after-fork
		_exit(system("/bin/true"));
	}
}

static void handed_over_ok(char **argv)
{
	char *variables[] = { entry, NULL };

	if (fork() == 0) {
		execve(argv[0], argv, variables);
		_exit(127);
	}
}

static void only_read_ok(char **argv)
{
	if (fork() == 0) {
		execv(getenv("SHELL") ? getenv("SHELL") : argv[0], argv);
		_exit(127);
	}
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argc;
	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	equals_zero_bad(argv);
	negated_bad(argv);
	in_a_variable_bad(argv);
	switched_bad(argv);
	in_a_callee_ok(argv);
	by_a_wrapper_bad(argv);
	no_exec_at_all_bad();
	handed_over_ok(argv);
	only_read_ok(argv);
	return pthread_join(thread, NULL);
}
