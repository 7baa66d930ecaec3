#include "proc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

pid_t proc_fork(void)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		perror("fork");
	return pid;
}

void proc_become(const char *path, const char *const *variables)
{
	clearenv();
	for (; *variables; variables += 2)
		setenv(variables[0], variables[1], 1);
	execl(path, path, (char *)NULL);
	_exit(127);
}
