/* Starting children, waiting for them with a time limit, and saying how they ended. */
#include "bench/evidence/child.h"

#include "bench/evidence/machine.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Enough for the arrays of the largest bench; a writer that runs wild ends here. */
#define ADDRESS_LIMIT ((rlim_t)4 << 30)
/* A program's output beyond this is thrown away. */
#define OUTPUT_LIMIT ((size_t)4 << 20)

static void bound_child(bool bound_addresses)
{
	struct rlimit none = { 0, 0 }, addresses = { ADDRESS_LIMIT, ADDRESS_LIMIT };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &none);
	if (bound_addresses)
		setrlimit(RLIMIT_AS, &addresses);
}

static void point_at(const char *path, int flags, int fd)
{
	int file = open(path, flags | O_CLOEXEC);

	if (file >= 0)
		dup2(file, fd);
	if (file >= 0 && file != fd)
		close(file);
}

static _Noreturn void run_body(child_body *body, void *shared)
{
	bound_child(true);
	point_at("/dev/null", O_WRONLY, STDOUT_FILENO);
	point_at("/dev/null", O_WRONLY, STDERR_FILENO);
	body(shared);
	_exit(0);
}

static enum child_end how_ended(int status, int *code)
{
	if (WIFEXITED(status)) {
		*code = WEXITSTATUS(status);
		return *code == 0 ? CHILD_DONE : CHILD_FAILED;
	}
	switch (WTERMSIG(status)) {
	case SIGSEGV:
	case SIGBUS:
	case SIGABRT:
		return CHILD_CRASHED;
	default:
		return CHILD_FAILED;
	}
}

static enum child_end wait_for(pid_t pid, bool kill_it, int *code)
{
	enum child_end end;
	int status = 0;

	if (kill_it)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	end = how_ended(status, code);
	return kill_it && end == CHILD_FAILED ? CHILD_TIMEOUT : end;
}

/* Takes what comes from `fd` until its last writer is gone: true, or the time is over: false. `output` may be NULL. */
static bool drain(int fd, double seconds, struct strbuf *output)
{
	uint64_t deadline = wall_ns() + (uint64_t)(seconds * 1e9);
	char bytes[4096];

	for (;;) {
		struct pollfd entry = { .fd = fd, .events = POLLIN };
		uint64_t now = wall_ns();
		ssize_t length;

		if (now >= deadline)
			return false;
		if (poll(&entry, 1, (int)((deadline - now) / 1000000 + 1)) <= 0)
			continue;
		length = read(fd, bytes, sizeof bytes);
		if (length <= 0)
			return true;
		if (output && output->len < OUTPUT_LIMIT)
			strbuf_add(output, bytes, (size_t)length);
	}
}

/* The kernel closes the pipe's end of a dead child, however it died: that is what the parent waits for. */
struct child_outcome child_run(child_body *body, void *shared, double seconds)
{
	struct child_outcome outcome = { .end = CHILD_FAILED };
	uint64_t start = wall_ns();
	int life[2], code;
	pid_t pid;

	if (pipe2(life, O_CLOEXEC) != 0)
		return outcome;
	pid = fork();
	if (pid == 0)
		run_body(body, shared);
	close(life[1]);
	if (pid > 0) {
		bool over = !drain(life[0], seconds, NULL);

		outcome.end = wait_for(pid, over, &code);
	}
	close(life[0]);
	outcome.ms = (double)(wall_ns() - start) / 1e6;
	return outcome;
}

void *child_shared(size_t size)
{
	void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (shared == MAP_FAILED) {
		fprintf(stderr, "snag-bench: no memory for %zu bytes\n", size);
		exit(2);
	}
	return shared;
}

void child_unshare(void *shared, size_t size)
{
	munmap(shared, size);
}

static _Noreturn void run_program(const char *const argv[], const char *const settings[], int output)
{
	char **words = (char **)(uintptr_t)argv;

	bound_child(false);
	point_at("/dev/null", O_RDONLY, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	for (size_t i = 0; settings && settings[i]; i++)
		putenv((char *)(uintptr_t)settings[i]);
	execvp(words[0], words);
	_exit(127);
}

struct program_outcome program_run(const char *const argv[], const char *const settings[], double seconds)
{
	struct program_outcome outcome = { .end = CHILD_FAILED, .status = -1 };
	int output[2];
	pid_t pid;

	if (pipe2(output, O_CLOEXEC) != 0)
		return outcome;
	pid = fork();
	if (pid == 0)
		run_program(argv, settings, output[1]);
	close(output[1]);
	if (pid > 0) {
		bool over = !drain(output[0], seconds, &outcome.output);

		outcome.end = wait_for(pid, over, &outcome.status);
	}
	close(output[0]);
	return outcome;
}

bool program_exists(const char *name)
{
	const char *path = getenv("PATH");
	bool found = false;

	while (path && *path && !found) {
		size_t length = strcspn(path, ":");
		char candidate[4096];

		snprintf(candidate, sizeof candidate, "%.*s/%s", (int)length, path, name);
		found = access(candidate, X_OK) == 0;
		path += length + (path[length] == ':');
	}
	return found;
}
