/* The frame lives on for as long as the environment points into it. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void becomes_another_ok(char **argv)
{
	char entry[] = "CHILD=1";

	putenv(entry);
	execvp(argv[0], argv);
	perror(argv[0]);
	_exit(127);
}

static _Noreturn void serve_for_ever_ok(void)
{
	char entry[] = "SERVER=1";

	putenv(entry);
	for (;;)
		pause();
}

static void returns_on_failure_alone_ok(const char *path)
{
	char entry[] = "TRY=1";

	if (putenv(entry) != 0)
		return;
	exit(system(path) != 0);
}

static void taken_back_ok(const char *path)
{
	char entry[] = "TEMPORARY=1";

	putenv(entry);
	system(path);
	unsetenv("TEMPORARY");
}

static void replaced_ok(int level)
{
	char entry[24];

	snprintf(entry, sizeof entry, "LEVEL=%d", level);
	putenv(entry);
	setenv("LEVEL", "0", 1);
}

static void all_cleared_ok(void)
{
	char entry[] = "ALL=1";

	putenv(entry);
	clearenv();
}

static void other_taken_back_bad(void)
{
	char entry[] = "KEPT=1";

	putenv(entry); // expect: env-putenv-automatic
	unsetenv("OTHER");
}

static void taken_back_sometimes_bad(const char *path)
{
	char entry[] = "SOMETIMES=1";

	putenv(entry); // expect: env-putenv-automatic
	if (system(path) == 0)
		unsetenv("SOMETIMES");
}

static void in_a_loop_bad(char **names)
{
	for (; *names; names++) {
		char entry[64];

		snprintf(entry, sizeof entry, "%s=1", *names);
		if (putenv(entry)) // expect: env-putenv-automatic
			return;
	}
}

static void returns_where_exec_cannot_ok(char **argv)
{
	char entry[] = "CHILD=1";

	putenv(entry);
	if (execv(argv[0], argv) == -1)
		abort();
}

int main(int argc, char **argv)
{
	if (argc > 3)
		becomes_another_ok(argv + 1);
	returns_on_failure_alone_ok(argv[0]);
	taken_back_ok(argv[0]);
	replaced_ok(argc);
	all_cleared_ok();
	other_taken_back_bad();
	taken_back_sometimes_bad(argv[0]);
	in_a_loop_bad(argv);
	returns_where_exec_cannot_ok(argv);
	serve_for_ever_ok();
}
