/* Running other programs with pipes to them. */
#include "base/subprocess.h"

#include "base/strbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool make_pipes(int in[2], int out[2], struct err *err)
{
	if (pipe2(in, O_CLOEXEC) != 0)
		return err_set(err, "no pipe: %s", strerror(errno));
	if (pipe2(out, O_CLOEXEC) != 0) {
		err_set(err, "no pipe: %s", strerror(errno));
		close(in[0]);
		close(in[1]);
		return false;
	}
	return true;
}

/* What we hold back or ignore must not be held back there: another program has its own ideas. */
static void default_signals(posix_spawnattr_t *attributes, short more)
{
	sigset_t none, pipe;

	sigemptyset(&none);
	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	posix_spawnattr_init(attributes);
	posix_spawnattr_setsigmask(attributes, &none);
	posix_spawnattr_setsigdefault(attributes, &pipe);
	posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | more);
}

/* Our environment and the variable; freed by the caller, its strings aren't. */
static char **environment_with(const char *variable)
{
	size_t name = strcspn(variable, "="), count = 0, to = 0;
	char **all;

	while (environ[count])
		count++;
	all = xmalloc((count + 2) * sizeof *all);
	all[to++] = (char *)(uintptr_t)variable;
	for (size_t i = 0; i < count; i++) {
		if (!strncmp(environ[i], variable, name) && environ[i][name] == '=')
			all[0] = environ[i];
		else
			all[to++] = environ[i];
	}
	all[to] = NULL;
	return all;
}

static bool start(struct subprocess *process, char *const argv[], const char *variable, bool quiet, struct err *err)
{
	char **environment = variable ? environment_with(variable) : NULL;
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int in[2], out[2], problem;

	if (!make_pipes(in, out, err)) {
		free(environment);
		return false;
	}
	default_signals(&attributes, 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
	if (quiet)
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	problem = posix_spawnp(&process->pid, argv[0], &actions, &attributes, argv,
			       environment ? environment : environ);
	free(environment);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	close(in[0]);
	close(out[1]);
	process->to = in[1];
	process->from = out[0];
	if (problem) {
		close(process->to);
		close(process->from);
		return err_set(err, "cannot run '%s': %s", argv[0], strerror(problem));
	}
	return true;
}

bool subprocess_start(struct subprocess *process, char *const argv[], struct err *err)
{
	return start(process, argv, NULL, false, err);
}

bool subprocess_start_with(struct subprocess *process, char *const argv[], const char *variable, struct err *err)
{
	return start(process, argv, variable, false, err);
}

bool subprocess_leave(char *const argv[], const char *variable, struct err *err)
{
	char **environment = environment_with(variable);
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int problem;
	pid_t pid;

	default_signals(&attributes, POSIX_SPAWN_SETSID);
	posix_spawn_file_actions_init(&actions);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
	posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
	problem = posix_spawnp(&pid, argv[0], &actions, &attributes, argv, environment);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	free(environment);
	return !problem || err_set(err, "cannot run '%s': %s", argv[0], strerror(problem));
}

int subprocess_wait(struct subprocess *process)
{
	int status = 0;

	close(process->to);
	close(process->from);
	while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

bool subprocess_output(struct arena *arena, char *const argv[], size_t limit, char **text, size_t *length)
{
	struct subprocess process;
	struct strbuf all = { 0 };
	char part[4096];
	ssize_t got;

	if (!start(&process, argv, NULL, true, NULL))
		return false;
	while ((got = read(process.from, part, sizeof part)) > 0 || (got < 0 && errno == EINTR))
		if (got > 0 && all.len <= limit)
			strbuf_add(&all, part, (size_t)got);
	*text = arena_strndup(arena, strbuf_text(&all), all.len);
	*length = all.len;
	strbuf_release(&all);
	return subprocess_wait(&process) == 0 && *length <= limit;
}
