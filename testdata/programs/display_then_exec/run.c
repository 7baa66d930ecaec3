#include <stdlib.h>
#include <unistd.h>
#include <stdio.h>

/* The array ends when the program can't be started. */
static int run(const char *prog, const char *disp, char **argv)
{
	char buf[64];
	snprintf(buf, sizeof buf, "DISPLAY=%s", disp);
	putenv(buf);
	execv(prog, argv);
	return -1;
}

int main(int argc, char **argv)
{
	if (run(argv[1], argv[2], argv + argc)) {
		puts(getenv("DISPLAY") ? "d" : "n");
		return 1;
	}
	return 0;
}
