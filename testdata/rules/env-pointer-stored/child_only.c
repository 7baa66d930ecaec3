/* The parent never writes; the child writes and becomes another program. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *path, *banner;

static void remember_bad(void)
{
	path = getenv("PATH"); // expect: env-pointer-stored (note)
	banner = getenv("BANNER"); // expect: env-pointer-stored
}

static void become_ok(char **argv)
{
	setenv("PATH", "/bin", 1);
	execvp(argv[0], argv);
	_exit(127);
}

static void become_loudly_ok(char **argv)
{
	unsetenv("BANNER");
	if (banner)
		puts(banner);
	execvp(argv[0], argv);
	_exit(127);
}

static void run_ok(char **argv)
{
	if (fork() == 0)
		become_ok(argv);
	if (fork() == 0)
		become_loudly_ok(argv);
	wait(NULL);
	wait(NULL);
}

int main(int argc, char **argv)
{
	(void)argc;
	remember_bad();
	run_ok(argv);
	puts(path ? path : "");
	return 0;
}
