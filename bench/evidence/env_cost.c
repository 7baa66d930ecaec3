/* Measuring the leak of overwritten values, and the time of getenv by the number of variables. */
#include "bench/evidence/env_cost.h"

#include "bench/evidence/child.h"
#include "bench/evidence/stats.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define OVERWRITES 200000
#define QUICK_OVERWRITES 50000
#define VALUE_LENGTH 38
#define CHILD_SECONDS 60

struct leak {
	bool distinct; /* every value is a new one */
	int calls;
	double bytes_per_call;
};

static double resident_bytes(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	unsigned long pages = 0;

	if (!file)
		return 0;
	if (fscanf(file, "%*u %lu", &pages) != 1)
		pages = 0;
	fclose(file);
	return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static void run_leak(void *argument)
{
	struct leak *leak = argument;
	char value[VALUE_LENGTH + 1];
	double before;

	snprintf(value, sizeof value, "%0*d", VALUE_LENGTH, 0);
	setenv("SNAG_BENCH_LEAK", value, 1);
	before = resident_bytes();
	for (int i = 0; i < leak->calls; i++) {
		snprintf(value, sizeof value, "%0*d", VALUE_LENGTH, leak->distinct ? i : i % 10);
		setenv("SNAG_BENCH_LEAK", value, 1);
	}
	leak->bytes_per_call = (resident_bytes() - before) / leak->calls;
}

static void measure_leak(struct bench *bench, bool distinct)
{
	struct leak *leak = child_shared(sizeof *leak);
	struct row *row = report_row(bench->report, distinct ? "env.leak.distinct" : "env.leak.repeated",
				     distinct ? "memory lost a setenv of one name, new values of 38 bytes"
					      : "memory lost a setenv of one name, values that repeat");
	bool glibc = bench->machine->libc == LIBC_GLIBC || bench->machine->libc == LIBC_GLIBC_FIXED;

	leak->distinct = distinct;
	leak->calls = bench->quick && distinct ? QUICK_OVERWRITES : OVERWRITES;
	if (child_run(run_leak, leak, CHILD_SECONDS).end != CHILD_DONE) {
		row_skip(bench->report, row, "the child did not end in time");
	} else {
		row_value(row, leak->bytes_per_call, "B");
		if (glibc && distinct)
			row_judge(bench->report, row, leak->bytes_per_call >= VALUE_LENGTH, "at least %d",
				  VALUE_LENGTH);
		else if (bench->machine->libc != LIBC_OTHER)
			row_judge(bench->report, row, leak->bytes_per_call < 1, "below 1");
	}
	child_unshare(leak, sizeof *leak);
}

#define ROUNDS 5
#define COUNTS 4

extern char **environ;

struct cost {
	unsigned searched; /* entries in all a round */
	double plain[COUNTS], locked[COUNTS]; /* ns a call with 10, 100, 1000, 10000 variables */
};

static double time_getenv(bool locked, unsigned calls)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	const char *volatile found;
	uint64_t start = thread_ns();

	for (unsigned i = 0; i < calls; i++) {
		if (locked)
			pthread_mutex_lock(&mutex);
		found = getenv("SNAG_BENCH_MISSING");
		if (locked)
			pthread_mutex_unlock(&mutex);
	}
	(void)found;
	return (double)(thread_ns() - start) / calls;
}

/* Names that differ at once from the one that is looked for, except in their first two bytes. */
static char **make_environment(size_t count)
{
	char **entries = xmalloc((count + 1) * sizeof *entries);

	for (size_t i = 0; i < count; i++) {
		entries[i] = xmalloc(32);
		snprintf(entries[i], 32, "SN%zu=value", i);
	}
	entries[count] = NULL;
	return entries;
}

static void run_cost(void *argument)
{
	struct cost *cost = argument;
	size_t count = 10;

	for (size_t i = 0; i < COUNTS; i++, count *= 10) {
		double plain[ROUNDS], locked[ROUNDS];
		unsigned calls = (unsigned)(cost->searched / count);

		environ = make_environment(count);
		for (size_t round = 0; round < ROUNDS; round++) {
			plain[round] = time_getenv(false, calls);
			locked[round] = time_getenv(true, calls);
		}
		cost->plain[i] = median(plain, ROUNDS);
		cost->locked[i] = median(locked, ROUNDS);
	}
}

static void report_cost(struct bench *bench, const struct cost *cost)
{
	struct curve *curve = report_curve(bench->report, "env-cost", "getenv of a name that is not there",
					   "variables in the environment", "ns a call");
	struct series *plain = curve_series(bench->report, curve, "getenv");
	struct series *locked = curve_series(bench->report, curve, "getenv under a mutex of its own");
	struct row *lock =
		report_row(bench->report, "env.cost.lock", "what a free mutex adds to getenv with 10 variables");
	struct row *search = report_row(bench->report, "env.cost.getenv", "getenv with 10 variables");
	struct row *linear = report_row(bench->report, "env.cost.linear", "getenv with 10,000 variables against 100");
	size_t count = 10;

	row_value(lock, cost->locked[0] - cost->plain[0], "ns");
	row_value(search, cost->plain[0], "ns");
	row_value(linear, cost->plain[3] / cost->plain[1], "x");
	row_judge(bench->report, linear, cost->plain[3] > 20 * cost->plain[1], "at least 20: the search is linear");
	for (size_t i = 0; i < COUNTS; i++, count *= 10) {
		series_add(bench->report, plain, (double)count, cost->plain[i]);
		series_add(bench->report, locked, (double)count, cost->locked[i]);
	}
}

void env_cost_measure(struct bench *bench)
{
	struct cost *cost = child_shared(sizeof *cost);

	measure_leak(bench, true);
	measure_leak(bench, false);
	cost->searched = bench->quick ? 200000 : 1000000;
	if (child_run(run_cost, cost, CHILD_SECONDS).end == CHILD_DONE)
		report_cost(bench, cost);
	else
		row_skip(bench->report, report_row(bench->report, "env.cost.getenv", "time of getenv"),
			 "the child did not end in time");
	child_unshare(cost, sizeof *cost);
}
