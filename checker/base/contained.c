/* A child of our own, with limits and a pipe for what it prints. */
#include "base/contained.h"

#include "base/clock.h"
#include "base/sanitized.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define RESULT_LIMIT 100

/* --- in the child ------------------------------------------------------------------ */

static void confine(const struct containment *limits, pid_t parent)
{
	struct rlimit none = { 0, 0 }, memory = { (rlim_t)limits->memory_mib << 20, (rlim_t)limits->memory_mib << 20 };
	int null = open("/dev/null", O_RDWR);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
		_exit(RESULT_LIMIT + 1);
	setrlimit(RLIMIT_CORE, &none);
	if (limits->memory_mib && !SANITIZED)
		setrlimit(RLIMIT_AS, &memory);
	if (limits->nice && nice(limits->nice) < 0)
		errno = 0; /* as it is, then */
}

static _Noreturn void run_child(contained_work *work, void *data, int to)
{
	FILE *out = fdopen(to, "w");
	int result = out ? work(data, out) : RESULT_LIMIT + 1;

	if (!out || fclose(out) != 0 || result < 0 || result > RESULT_LIMIT)
		_exit(RESULT_LIMIT + 1);
	_exit(result);
}

/* --- in the parent ------------------------------------------------------------------ */

/* False where the time is up before the child closes its end. */
static bool read_all(int from, const struct containment *limits, struct strbuf *output)
{
	int64_t deadline = clock_monotonic_ms() + (int64_t)limits->seconds * 1000;
	char bytes[4096];
	ssize_t n = 1;

	while (n) {
		struct pollfd ready = { .fd = from, .events = POLLIN };
		int64_t left = limits->seconds ? deadline - clock_monotonic_ms() : 1000;

		if (left <= 0)
			return false;
		if (poll(&ready, 1, (int)left) <= 0)
			continue;
		n = read(from, bytes, sizeof bytes);
		if (n > 0)
			strbuf_add(output, bytes, (size_t)n);
		else if (n < 0 && errno != EINTR)
			return true;
	}
	return true;
}

static bool judge(int status, bool in_time, const struct containment *limits, int *result, struct err *err)
{
	if (!in_time)
		return err_set(err, "not done after %u seconds", limits->seconds);
	if (WIFSIGNALED(status))
		return err_set(err, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) > RESULT_LIMIT)
		return err_set(err, "ended with status %d before it was done", WEXITSTATUS(status));
	*result = WEXITSTATUS(status);
	return true;
}

bool contained_run(contained_work *work, void *data, const struct containment *limits, struct strbuf *output,
		   int *result, struct err *err)
{
	pid_t parent = getpid(), child;
	int ends[2], status = 0;
	bool in_time;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return err_set(err, "no pipe: %s", strerror(errno));
	fflush(NULL);
	child = fork();
	if (child == 0) {
		close(ends[0]);
		confine(limits, parent);
		run_child(work, data, ends[1]);
	}
	close(ends[1]);
	if (child < 0) {
		close(ends[0]);
		return err_set(err, "no child process: %s", strerror(errno));
	}
	setpgid(child, child);
	in_time = read_all(ends[0], limits, output);
	close(ends[0]);
	if (!in_time)
		kill(-child, SIGKILL); /* with whatever it started */
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return judge(status, in_time, limits, result, err);
}
