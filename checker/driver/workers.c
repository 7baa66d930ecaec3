/* The pool of scanners: a poll loop over their pipes. */
#include "driver/workers.h"

#include "base/clock.h"
#include "base/strbuf.h"
#include "base/subprocess.h"
#include "driver/request.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_JOB SIZE_MAX
/* How long a shared scanner waits for more: longer than a build's pause, shorter than a glance at the process list. */
#define SHARED_IDLE_MS "5000"
/* Clang fills fresh memory as fast as it can: with large pages a scan takes a third less time (glibc 2.35 and later). */
#define LARGE_PAGES "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"

struct worker {
	struct subprocess process;
	bool running;
	bool shared; /* it's a connection to one that others use, too */
	size_t job; /* index of the command it works on, or NO_JOB */
	const char *request;
	size_t sent, request_length;
	struct strbuf answer;
	int64_t deadline; /* milliseconds of the monotonic clock */
};

struct pool {
	struct arena *arena;
	const struct commands *commands;
	const struct check_options *options;
	const char *folder;
	const struct interrupt *interrupt;
	struct check_unit *units;
	struct worker *workers;
	struct pollfd *fds; /* the interrupt's, then two a worker: to it, from it */
	size_t worker_count;
	size_t next, done;
	unsigned deaths; /* since the last answer */
};

char *workers_facts_path(struct arena *arena, const char *folder, size_t index)
{
	return arena_printf(arena, "%s/%zu.facts", folder, index);
}

/* Neither a scanner that doesn't read nor one that doesn't write may hold us up. */
static bool never_block(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

static bool connect_shared(struct worker *worker, const char *socket_path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	memcpy(address.sun_path, socket_path, strlen(socket_path) + 1);
	if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
		close(fd);
		return false;
	}
	worker->process = (struct subprocess){ .to = fd, .from = fcntl(fd, F_DUPFD_CLOEXEC, 0) };
	worker->shared = true;
	return true;
}

/* For those who come later: this time it would have to be waited for. */
static void leave_shared(const char *scanner, const char *socket_path)
{
	char *path = xstrdup(scanner), *address = xstrdup(socket_path), share[] = "--share", idle[] = SHARED_IDLE_MS;
	char *argv[] = { path, share, address, idle, NULL };

	subprocess_leave(argv, LARGE_PAGES, NULL);
	free(path);
	free(address);
}

static bool start_own(struct worker *worker, const char *scanner, struct err *err)
{
	char *path = xstrdup(scanner), server[] = "--server";
	char *argv[] = { path, server, NULL };
	bool ok = subprocess_start_with(&worker->process, argv, LARGE_PAGES, err);

	free(path);
	worker->shared = false;
	return ok;
}

/* A shared one that fails is tried once only: the next scanner is our own. */
static bool worker_start(struct worker *worker, const struct check_options *options, bool share, struct err *err)
{
	const char *scanner = options->scanner;

	share = share && options->shared && strlen(options->shared) < sizeof((struct sockaddr_un *)NULL)->sun_path;
	if (share && connect_shared(worker, options->shared)) {
		worker->running = true;
	} else {
		if (share)
			leave_shared(scanner, options->shared);
		worker->running = start_own(worker, scanner, err);
	}
	if (!worker->running)
		return false;
	if (!never_block(worker->process.to) || !never_block(worker->process.from))
		return err_set(err, "cannot set up the pipes of '%s': %s", scanner, strerror(errno));
	return true;
}

/* The status is as waitpid(2) gives it; a shared scanner goes on. */
static int worker_wait(struct worker *worker)
{
	if (!worker->shared)
		return subprocess_wait(&worker->process);
	close(worker->process.to);
	close(worker->process.from);
	return 0;
}

/* An idle scanner ends when its input does, and may tidy up; one at work, or one that stays, is made to. */
static void worker_stop(struct worker *worker)
{
	struct pollfd end = { .fd = worker->process.from };

	if (worker->shared) {
		worker->running = false;
		worker_wait(worker);
		return;
	}
	if (worker->job == NO_JOB) {
		close(worker->process.to);
		worker->process.to = -1;
	}
	if (worker->job != NO_JOB || poll(&end, 1, WORKER_GRACE_SECONDS * 1000) <= 0)
		kill(worker->process.pid, SIGKILL);
	worker->running = false;
	subprocess_wait(&worker->process);
}

static void job_done(struct pool *pool, struct worker *worker)
{
	const struct check_options *options = pool->options;
	const char *file = pool->units[worker->job].file;

	worker->job = NO_JOB;
	pool->done++;
	if (options->progress)
		options->progress(options->progress_data, pool->done, pool->commands->all.len, file);
}

/* The scanner is of no more use: its unit gets that status, and the next unit another scanner. */
static bool job_lost(struct pool *pool, struct worker *worker, Fact__Status status, const char *note,
		     struct err *err)
{
	struct check_unit *unit = &pool->units[worker->job];

	unit->status = status;
	unit->note = note;
	job_done(pool, worker);
	if (++pool->deaths >= WORKER_DEATHS_LIMIT)
		return err_set(err, "'%s' gave no answer %u times in a row: %s", pool->options->scanner, pool->deaths,
			       note);
	return true;
}

static bool worker_died(struct pool *pool, struct worker *worker, struct err *err)
{
	int status;
	const char *note;

	worker->running = false;
	status = worker_wait(worker);
	if (worker->job == NO_JOB)
		return true;
	if (worker->shared) {
		worker->sent = 0;
		strbuf_cut(&worker->answer, 0);
		return worker_start(worker, pool->options, false, err);
	}
	note = WIFSIGNALED(status) ? arena_printf(pool->arena, "the scanner was killed by signal %d (%s)",
						  WTERMSIG(status), strsignal(WTERMSIG(status)))
				   : arena_printf(pool->arena, "the scanner ended with status %d", WEXITSTATUS(status));
	return job_lost(pool, worker, FACT__STATUS__STATUS_CRASHED, note, err);
}

static bool worker_killed(struct pool *pool, struct worker *worker, Fact__Status status, const char *note,
			  struct err *err)
{
	worker_stop(worker);
	return job_lost(pool, worker, status, note, err);
}

/* What the pipe takes of the request. An error shows again when the answer is read. */
static void send_some(struct worker *worker)
{
	ssize_t n = write(worker->process.to, worker->request + worker->sent, worker->request_length - worker->sent);

	if (n > 0)
		worker->sent += (size_t)n;
	else if (n < 0 && errno != EAGAIN && errno != EINTR)
		worker->sent = worker->request_length;
}

/* Gives the worker the next command, and starts its scanner where it has none. */
static bool give_job(struct pool *pool, struct worker *worker, struct err *err)
{
	size_t job = pool->next++;
	char *facts = workers_facts_path(pool->arena, pool->folder, job);
	unsigned timeout = pool->options->timeout_seconds;

	worker->job = job;
	worker->request = request_line(pool->arena, job, &pool->commands->all.items[job], facts,
				       pool->options->models, timeout);
	if (!worker->request) {
		pool->units[job].status = FACT__STATUS__STATUS_FAILED;
		pool->units[job].note = "the command has bytes that are not UTF-8";
		job_done(pool, worker);
		return true;
	}
	worker->request_length = strlen(worker->request);
	worker->sent = 0;
	strbuf_cut(&worker->answer, 0);
	worker->deadline = clock_monotonic_ms() + ((int64_t)timeout + WORKER_GRACE_SECONDS) * 1000;
	if (!worker->running && !worker_start(worker, pool->options, true, err))
		return false;
	send_some(worker);
	return true;
}

static bool take_answer(struct pool *pool, struct worker *worker, struct err *err)
{
	const char *line = strbuf_text(&worker->answer);
	const char *end = memchr(line, '\n', worker->answer.len);

	if (worker->job == NO_JOB) { /* nobody asked */
		worker_stop(worker);
		return true;
	}
	if (!end && worker->answer.len <= WORKER_ANSWER_LIMIT)
		return true;
	if (!end || !answer_read(pool->arena, line, (size_t)(end - line), worker->job, &pool->units[worker->job]))
		return worker_killed(pool, worker, FACT__STATUS__STATUS_CRASHED,
				     "the scanner's answer cannot be understood", err);
	pool->deaths = 0;
	strbuf_cut(&worker->answer, 0);
	job_done(pool, worker);
	return true;
}

static bool read_some(struct pool *pool, struct worker *worker, struct err *err)
{
	char bytes[4096];
	ssize_t n = read(worker->process.from, bytes, sizeof bytes);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (n <= 0)
		return worker_died(pool, worker, err);
	strbuf_add(&worker->answer, bytes, (size_t)n);
	return take_answer(pool, worker, err);
}

/* Fills fds for poll(2) and gives how long to wait. */
static int watch(struct pool *pool)
{
	int64_t now = clock_monotonic_ms(), wait = INT32_MAX;

	pool->fds[0] = (struct pollfd){ .fd = pool->interrupt->fd, .events = POLLIN };
	for (size_t i = 0; i < pool->worker_count; i++) {
		const struct worker *worker = &pool->workers[i];
		struct pollfd *to = &pool->fds[1 + 2 * i], *from = to + 1;
		bool sending = worker->running && worker->job != NO_JOB && worker->sent < worker->request_length;

		*to = (struct pollfd){ .fd = sending ? worker->process.to : -1, .events = POLLOUT };
		*from = (struct pollfd){ .fd = worker->running ? worker->process.from : -1, .events = POLLIN };
		if (worker->job != NO_JOB && worker->deadline - now < wait)
			wait = worker->deadline - now;
	}
	return wait < 0 ? 0 : (int)wait;
}

static bool serve(struct pool *pool, size_t index, struct err *err)
{
	struct worker *worker = &pool->workers[index];

	if (pool->fds[1 + 2 * index].revents)
		send_some(worker);
	if (pool->fds[2 + 2 * index].revents)
		return read_some(pool, worker, err);
	if (worker->job != NO_JOB && clock_monotonic_ms() >= worker->deadline)
		return worker_killed(pool, worker, FACT__STATUS__STATUS_TIMEOUT,
				     "the scanner did not keep the time limit", err);
	return true;
}

/* One round: work for the idle, then wait for whatever comes first. */
static bool pool_round(struct pool *pool, struct err *err)
{
	for (size_t i = 0; i < pool->worker_count; i++)
		while (pool->workers[i].job == NO_JOB && pool->next < pool->commands->all.len)
			if (!give_job(pool, &pool->workers[i], err))
				return false;
	if (pool->done == pool->commands->all.len)
		return true;
	if (poll(pool->fds, 1 + 2 * pool->worker_count, watch(pool)) < 0)
		return errno == EINTR || err_set(err, "cannot wait for the scanners: %s", strerror(errno));
	if (pool->fds[0].revents & POLLIN)
		return err_set(err, "interrupted");
	for (size_t i = 0; i < pool->worker_count; i++)
		if (!serve(pool, i, err))
			return false;
	return true;
}

static void pool_init(struct pool *pool)
{
	size_t count = pool->commands->all.len;

	pool->worker_count = pool->options->jobs < count ? pool->options->jobs : count;
	if (pool->worker_count == 0)
		pool->worker_count = 1;
	pool->workers = arena_array(pool->arena, struct worker, pool->worker_count);
	pool->fds = arena_array(pool->arena, struct pollfd, 1 + 2 * pool->worker_count);
	for (size_t i = 0; i < pool->worker_count; i++)
		pool->workers[i].job = NO_JOB;
	for (size_t i = 0; i < count; i++)
		pool->units[i] = (struct check_unit){ .file = pool->commands->all.items[i].file,
						      .configuration = pool->commands->all.items[i].configuration,
						      .note = "" };
}

bool workers_run(struct arena *arena, const struct commands *commands, const struct check_options *options,
		 const char *folder, const struct interrupt *interrupt, struct check_unit *units, struct err *err)
{
	struct pool pool = { .arena = arena, .commands = commands, .options = options, .folder = folder,
			     .interrupt = interrupt, .units = units };
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
	bool ok = true;

	/* Writing to a scanner that died must not end us. */
	sigaction(SIGPIPE, &ignore, &before);
	pool_init(&pool);
	while (ok && pool.done < commands->all.len)
		ok = pool_round(&pool, err);
	for (size_t i = 0; i < pool.worker_count; i++) {
		if (pool.workers[i].running)
			worker_stop(&pool.workers[i]);
		strbuf_release(&pool.workers[i].answer);
	}
	sigaction(SIGPIPE, &before, NULL);
	return ok;
}
