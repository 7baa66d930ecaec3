/* Wrappers of getenv, of the write, and of both. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *ask_ok(const char *name)
{
	return getenv(name);
}

static const char *ask_or_ok(const char *name, const char *otherwise)
{
	const char *value = ask_ok(name);

	return value ? value : otherwise;
}

static void put_ok(const char *name, const char *value)
{
	if (value)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

static void begin_ok(void)
{
	put_ok("MODE", "batch");
}

static void asked_by_a_wrapper_bad(void)
{
	const char *mode = ask_ok("MODE");

	unsetenv("MODE");
	puts(mode ? mode : ""); // expect: env-pointer-stale
}

static void with_default_bad(void)
{
	const char *mode = ask_or_ok("MODE", "none");

	begin_ok();
	puts(mode); // expect: env-pointer-stale
}

static void both_wrapped_bad(void)
{
	const char *zone = ask_ok("TZ");

	put_ok("TZ", "UTC0");
	put_ok("TZ", zone); // expect: env-pointer-stale
}

static void by_name_bad(const char *name)
{
	const char *before = getenv(name);

	put_ok(name, "0");
	if (before)
		puts(before); // expect: env-pointer-stale
}

static void through_a_pointer_bad(void)
{
	void (*write)(const char *, const char *) = put_ok;
	const char *level = getenv("LEVEL");

	write("LEVEL", "9");
	if (level)
		puts(level); // expect: env-pointer-stale
}

static void other_name_by_wrapper_bad(void)
{
	const char *user = ask_ok("USER");

	put_ok("SHELL", "/bin/sh");
	if (user)
		puts(user); // expect: env-pointer-stale (note)
}

static int run_ok(char **argv)
{
	pid_t pid = fork();
	int status = 0;

	if (pid == 0) {
		setenv("PATH", "/bin", 1);
		execvp(argv[0], argv);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	return status;
}

static void child_writes_ok(char **argv)
{
	const char *path = getenv("PATH");

	run_ok(argv);
	if (path)
		puts(path);
}

static _Noreturn void fail_ok(void)
{
	unsetenv("STATE");
	exit(1);
}

static void never_comes_back_ok(int bad)
{
	const char *state = getenv("STATE");

	if (bad)
		fail_ok();
	if (state)
		puts(state);
}

int main(int argc, char **argv)
{
	asked_by_a_wrapper_bad();
	with_default_bad();
	both_wrapped_bad();
	by_name_bad(argv[argc - 1]);
	through_a_pointer_bad();
	other_name_by_wrapper_bad();
	child_writes_ok(argv);
	never_comes_back_ok(argc > 3);
	return 0;
}
