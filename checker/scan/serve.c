/* Serving requests: a child process for each, so that a crash, a hang or a flood of memory costs one unit only. */
#include "scan/serve.h"

#include "base/clock.h"
#include "base/sanitized.h"
#include "scan/request.h"
#include "scan/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Parser and lowering descend as deep as the source nests; the main thread's stack grows up to what holds when it does. */
#define CHILD_STACK ((rlim_t)64 << 20)
/* Address space of a child: the largest units seen took a fifth of it. */
#define CHILD_MEMORY_LIMIT ((rlim_t)4 << 30)

/* --- in the child ------------------------------------------------------------ */

/* A child holds none of the channels to `snag`, leaves no core, and doesn't outlive its parent. */
static void confine(pid_t parent)
{
	struct rlimit none = { 0, 0 }, memory = { CHILD_MEMORY_LIMIT, CHILD_MEMORY_LIMIT }, stack;
	int null = open("/dev/null", O_RDWR);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
		_exit(1);
	setrlimit(RLIMIT_CORE, &none);
	if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < CHILD_STACK &&
	    (stack.rlim_max == RLIM_INFINITY || stack.rlim_max >= CHILD_STACK)) {
		stack.rlim_cur = CHILD_STACK;
		setrlimit(RLIMIT_STACK, &stack);
	}
	if (!SANITIZED)
		setrlimit(RLIMIT_AS, &memory);
}

static void put_note(struct scan_answer *answer, const char *note)
{
	size_t length = strnlen(note, sizeof answer->note - 1);

	memcpy(answer->note, note, length);
	answer->note[length] = '\0';
}

static void count(const Fact__Unit *unit, struct scan_answer *answer)
{
	answer->functions = (uint32_t)unit->n_functions;
	for (size_t i = 0; i < unit->n_functions; i++)
		answer->instructions += unit->functions[i]->instructions;
	for (size_t i = 0; i < unit->n_opaques; i++)
		answer->opaques += unit->opaques[i]->count;
}

static _Noreturn void run_child(struct arena *arena, const struct scan_request *request, int to)
{
	struct scan_answer answer = { 0 };
	struct err err = { 0 };
	Fact__Unit *unit;

	if (!scan_models(arena, request->models, &err))
		_exit(1);
	unit = scan_unit(arena, &request->command);
	answer.status = unit->status;
	count(unit, &answer);
	put_note(&answer, unit->note);
	if (!facts_write(request->facts, unit, &err)) {
		answer.status = FACT__STATUS__STATUS_FAILED;
		put_note(&answer, err.text);
	}
	/* Less than PIPE_BUF: it is written at once, or not at all. */
	_exit(write(to, &answer, sizeof answer) == sizeof answer ? 0 : 1);
}

/* --- in the parent ----------------------------------------------------------- */

enum outcome { ANSWERED, ENDED, LATE };

/* Waits for the child's answer, its end, or the time limit. */
static enum outcome await(int from, int64_t deadline, struct scan_answer *answer)
{
	size_t got = 0;

	while (got < sizeof *answer) {
		struct pollfd ready = { .fd = from, .events = POLLIN };
		int64_t left = deadline - clock_monotonic_ms();
		ssize_t n;

		if (left <= 0)
			return LATE;
		if (poll(&ready, 1, (int)left) <= 0)
			continue;
		n = read(from, (char *)answer + got, sizeof *answer - got);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return ENDED;
		got += (size_t)n;
	}
	answer->note[sizeof answer->note - 1] = '\0';
	return ANSWERED;
}

static void explain_end(int wait_status, struct scan_answer *answer)
{
	*answer = (struct scan_answer){ .status = FACT__STATUS__STATUS_CRASHED };
	if (WIFSIGNALED(wait_status))
		snprintf(answer->note, sizeof answer->note, "the scanner was ended by signal %d (%s)",
			 WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)));
	else
		snprintf(answer->note, sizeof answer->note, "the scanner ended with status %d before it was done",
			 WEXITSTATUS(wait_status));
}

/* A facts file lies there after each answer. Where it can't be written, the answer says so. */
static void write_failed(const struct scan_request *request, struct scan_answer *answer)
{
	struct err err = { 0 };
	Fact__Unit unit;

	scan_failed(&unit, &request->command, answer->status, answer->note);
	if (!facts_write(request->facts, &unit, &err))
		put_note(answer, err.text);
}

static int64_t milliseconds(const struct timeval *time)
{
	return (int64_t)time->tv_sec * 1000 + time->tv_usec / 1000;
}

static void supervise(const struct scan_request *request, pid_t child, int from, struct scan_answer *answer)
{
	int64_t started = clock_monotonic_ms();
	enum outcome outcome = await(from, started + (int64_t)request->timeout_seconds * 1000, answer);
	struct rusage used = { 0 };
	int wait_status = 0;

	if (outcome != ENDED)
		kill(-child, SIGKILL); /* with whatever it may have started */
	while (wait4(child, &wait_status, 0, &used) < 0 && errno == EINTR)
		;
	if (outcome == LATE) {
		*answer = (struct scan_answer){ .status = FACT__STATUS__STATUS_TIMEOUT };
		snprintf(answer->note, sizeof answer->note, "not done after %u seconds", request->timeout_seconds);
	} else if (outcome == ENDED) {
		explain_end(wait_status, answer);
	}
	if (outcome != ANSWERED)
		write_failed(request, answer);
	answer->ms = clock_monotonic_ms() - started;
	answer->cpu_ms = milliseconds(&used.ru_utime) + milliseconds(&used.ru_stime);
	answer->memory_kib = used.ru_maxrss;
}

static bool serve_one(struct arena *arena, const struct scan_request *request, struct scan_answer *answer,
		      struct err *err)
{
	pid_t parent = getpid(), child;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return err_set(err, "no pipe: %s", strerror(errno));
	child = fork();
	if (child == 0) {
		confine(parent);
		run_child(arena, request, ends[1]);
	}
	close(ends[1]);
	if (child > 0) {
		setpgid(child, child);
		supervise(request, child, ends[0], answer);
	}
	close(ends[0]);
	return child > 0 || err_set(err, "no child process: %s", strerror(errno));
}

static bool serve_line(const char *line, size_t length, FILE *out, struct err *err)
{
	struct arena arena = { 0 };
	struct scan_request request;
	struct scan_answer answer = { 0 };
	bool ok = scan_request_read(&arena, line, length, true, &request, err) &&
		  serve_one(&arena, &request, &answer, err);

	if (ok) {
		char *text = scan_answer_line(request.id, &answer);

		if (fprintf(out, "%s\n", text) < 0 || fflush(out) != 0)
			ok = err_set(err, "cannot answer: %s", strerror(errno));
		free(text);
	}
	arena_release(&arena);
	return ok;
}

bool scan_serve(FILE *in, FILE *out, struct err *err)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	bool ok = true;

	while (ok && (length = getline(&line, &room, in)) > 0)
		ok = serve_line(line, (size_t)length, out, err);
	free(line);
	return ok;
}
