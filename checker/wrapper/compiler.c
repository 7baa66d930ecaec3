/* Finds and runs the compiler. */
#include "wrapper/compiler.h"

#include "base/files.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* As shells have them. */
enum { STATUS_CANNOT_RUN = 126, STATUS_NOT_FOUND = 127 };

/* --- finding it ------------------------------------------------------------------ */

static bool is_us(const struct stat *st)
{
	struct stat self;

	return stat("/proc/self/exe", &self) == 0 && self.st_dev == st->st_dev && self.st_ino == st->st_ino;
}

static bool is_program(const char *path, bool *us)
{
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || access(path, X_OK) != 0)
		return false;
	*us = is_us(&st);
	return true;
}

static char *find_in_path(struct arena *arena, const char *name, bool *only_us)
{
	const char *path = getenv("PATH");

	if (!path)
		path = "/usr/local/bin:/usr/bin:/bin";
	while (*path) {
		size_t length = strcspn(path, ":");
		char *candidate = length ? arena_printf(arena, "%.*s/%s", (int)length, path, name)
					 : arena_printf(arena, "./%s", name);
		bool us;

		if (is_program(candidate, &us)) {
			if (!us)
				return candidate;
			*only_us = true;
		}
		path += length + (path[length] == ':');
	}
	return NULL;
}

char *compiler_find(struct arena *arena, const char *name, struct err *err)
{
	bool us = false;
	char *found;

	if (strchr(name, '/') && (!is_program(name, &us) || !us))
		return arena_strdup(arena, name);
	/* Our own link of that name, by its path: the next one in PATH is meant. */
	found = find_in_path(arena, path_base(name), &us);
	if (!found)
		err_set(err, us ? "every '%s' in PATH is snag itself" : "no compiler '%s' in PATH", path_base(name));
	return found;
}

/* --- running it ------------------------------------------------------------------ */

bool compiler_become(const char *path, char *const argv[], struct err *err)
{
	execve(path, argv, environ);
	return err_set(err, "cannot run '%s': %s", path, strerror(errno));
}

/* Signals that ask for an end. One that is ignored (nohup, a shell's background job) asks nobody; held back it would be seen. */
static void asking_signals(sigset_t *set)
{
	static const int asking[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

	sigemptyset(set);
	for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
		struct sigaction action;

		if (sigaction(asking[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(set, asking[i]);
	}
}

/* Waits for the end of `pid`, and gives the last signal that asked us to end, or 0. */
static int wait_for(pid_t pid, const sigset_t *awaited, int *wait_status)
{
	int asked = 0;

	for (;;) {
		int signal;

		if (waitpid(pid, wait_status, WNOHANG) == pid)
			return asked;
		signal = sigwaitinfo(awaited, NULL);
		if (signal <= 0 || signal == SIGCHLD)
			continue;
		asked = signal;
		if (signal == SIGTERM)
			kill(pid, SIGTERM);
	}
}

/* Whatever was blocked or ignored when we were started is so for the compiler, too. */
static _Noreturn void become(const char *path, char *const argv[], const sigset_t *mask, const struct sigaction *child)
{
	sigaction(SIGCHLD, child, NULL);
	sigprocmask(SIG_SETMASK, mask, NULL);
	execve(path, argv, environ);
	_exit(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_CANNOT_RUN);
}

bool compiler_run(const char *path, char *const argv[], struct compiler_end *end, struct err *err)
{
	struct sigaction plain = { .sa_handler = SIG_DFL }, before;
	sigset_t awaited, mask;
	pid_t pid;

	asking_signals(&awaited);
	sigaddset(&awaited, SIGCHLD);
	/* Where a parent ignores SIGCHLD, there would be nothing to wait for. */
	sigaction(SIGCHLD, &plain, &before);
	sigprocmask(SIG_BLOCK, &awaited, &mask);
	pid = fork();
	if (pid == 0)
		become(path, argv, &mask, &before);
	if (pid > 0)
		end->asked = wait_for(pid, &awaited, &end->wait_status);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	sigaction(SIGCHLD, &before, NULL);
	return pid > 0 || err_set(err, "cannot start '%s': %s", path, strerror(errno));
}
