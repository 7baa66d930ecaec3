#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int run_in(const char *zone, char **argv)
{
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		setenv("TZ", zone, 1);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (pid > 0)
		waitpid(pid, &status, 0);
	return status;
}

int main(int argc, char **argv)
{
	const char *zone = getenv("TZ");

	if (argc < 2)
		return 2;
	if (run_in("UTC0", argv + 1))
		return 1;
	printf("here it is %s\n", zone ? zone : "local time");
	return 0;
}
