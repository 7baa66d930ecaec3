#include <stdlib.h>
#include <unistd.h>
#include <stdio.h>

/* Whoever fails to start the program leaves. */
static void run(const char *prog, const char *disp, char **argv)
{
	char buf[64];
	snprintf(buf, sizeof buf, "DISPLAY=%s", disp);
	putenv(buf);
	execv(prog, argv);
	perror(prog);
	_exit(127);
}

int main(int argc, char **argv)
{
	run(argv[1], argv[2], argv + argc);
	return 0;
}
