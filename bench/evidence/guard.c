/* Watching over the process that does the work, and tidying up after it. */
#include "bench/evidence/guard.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
	(void)status;
	(void)kind;
	(void)walk;
	remove(path);
	return 0;
}

static bool make_folder(char *path, size_t size, struct err *err)
{
	const char *parent = getenv("TMPDIR");

	if (!parent || parent[0] != '/')
		parent = P_tmpdir;
	if ((size_t)snprintf(path, size, "%s/snag-bench-XXXXXX", parent) >= size)
		return err_set(err, "the path in TMPDIR is too long");
	return mkdtemp(path) || err_set(err, "cannot make '%s': %s", path, strerror(errno));
}

static _Noreturn void run_work(guarded_work *work, const char *folder, void *data, const sigset_t *usual)
{
	int status;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	sigprocmask(SIG_SETMASK, usual, NULL);
	status = work(folder, data);
	fflush(NULL);
	_exit(status);
}

/* Until the worker is dead. A signal to us is its end too. */
static int watch(pid_t pid, const sigset_t *watched)
{
	int status = 0, received = 0;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		int number = sigwaitinfo(watched, NULL);

		if (number > 0 && number != SIGCHLD) {
			received = number;
			kill(-pid, SIGKILL);
		}
	}
	kill(-pid, SIGKILL);
	if (received)
		return 128 + received;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool guard_run(guarded_work *work, void *data, int *status, struct err *err)
{
	sigset_t watched, usual;
	char folder[512];
	pid_t pid;

	if (!make_folder(folder, sizeof folder, err))
		return false;
	sigemptyset(&watched);
	sigaddset(&watched, SIGCHLD);
	sigaddset(&watched, SIGINT);
	sigaddset(&watched, SIGTERM);
	sigaddset(&watched, SIGHUP);
	sigprocmask(SIG_BLOCK, &watched, &usual);
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		run_work(work, folder, data, &usual);
	if (pid < 0)
		err_set(err, "cannot start a process: %s", strerror(errno));
	else
		*status = watch(pid, &watched);
	nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	return pid > 0;
}
