/* Taking timestamps in pinned threads, and comparing them. */
#include "bench/evidence/timestamps.h"

#include "base/arena.h"
#include "bench/evidence/stats.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Long against the gap between samples, short against a time slice. */
#define WINDOW_NS 10000
#define MILLISECOND 1000000
/* Gaps beyond are interruptions; the median doesn't need them. */
#define GAP_LIMIT 4096

struct taker {
	const struct taking *taking;
	atomic_int *waiting; /* threads that have not reached the start yet */
	atomic_ullong *counter;
	uint64_t *stamps;
	int cpu;
};

static void spin(unsigned rounds)
{
	for (volatile unsigned i = 0; i < rounds; i++)
		;
}

static void take(struct taker *taker)
{
	const struct taking *taking = taker->taking;
	uint32_t random = 2463534242u + (uint32_t)taker->cpu;
	uint64_t *stamps = taker->stamps;

	for (size_t i = 0; i < taking->samples; i++) {
		if (taking->pace == PACE_RANDOM) {
			random ^= random << 13;
			random ^= random >> 17;
			random ^= random << 5;
			spin(random % taking->work);
		} else if (taking->work) {
			spin(taking->work);
		}
		stamps[i] = taking->pace == PACE_COUNTER ? atomic_fetch_add(taker->counter, 1)
							 : clock_ns(CLOCK_REALTIME);
	}
}

static void *run_taker(void *argument)
{
	struct taker *taker = argument;

	pin_to(taker->cpu);
	atomic_fetch_sub(taker->waiting, 1);
	while (atomic_load(taker->waiting) > 0)
		;
	take(taker);
	return NULL;
}

/* All threads' samples, and how far each has been looked at. */
struct cursor {
	uint64_t *const *stamps;
	size_t at[TIMESTAMP_THREADS];
	size_t threads, samples;
};

static bool next_value(const struct cursor *cursor, uint64_t *value)
{
	bool any = false;

	for (size_t t = 0; t < cursor->threads; t++) {
		uint64_t here = cursor->at[t] < cursor->samples ? cursor->stamps[t][cursor->at[t]] : UINT64_MAX;

		if (here != UINT64_MAX && (!any || here < *value)) {
			*value = here;
			any = true;
		}
	}
	return any;
}

/* Takes all samples of that value: how many there are, and how many threads have it. */
static size_t take_value(struct cursor *cursor, uint64_t value, size_t *holders)
{
	size_t count = 0;

	*holders = 0;
	for (size_t t = 0; t < cursor->threads; t++) {
		size_t before = count;

		while (cursor->at[t] < cursor->samples && cursor->stamps[t][cursor->at[t]] == value) {
			cursor->at[t]++;
			count++;
		}
		*holders += count > before;
	}
	return count;
}

/* Samples of one window, and whether all threads ran for at least half of it. */
struct window {
	uint64_t number;
	size_t counts[TIMESTAMP_THREADS];
	size_t samples, shared;
};

struct totals {
	size_t samples, values, shared;
	size_t both_samples, both_shared;
	double pairs_expected;
};

static void close_window(struct totals *totals, const struct window *window, const struct taking *taking)
{
	double enough = WINDOW_NS / taking->gap / 2;

	for (size_t t = 0; t < taking->threads; t++)
		if ((double)window->counts[t] < enough)
			return;
	totals->both_samples += window->samples;
	totals->both_shared += window->shared;
}

static void compare(struct taking *taking, uint64_t *const *stamps)
{
	struct cursor cursor = { .stamps = stamps, .threads = taking->threads, .samples = taking->samples };
	struct window window = { 0 };
	struct totals totals = { 0 };
	uint64_t value = 0;

	while (next_value(&cursor, &value)) {
		size_t before[TIMESTAMP_THREADS], holders, count;

		if (value / WINDOW_NS != window.number) {
			close_window(&totals, &window, taking);
			window = (struct window){ .number = value / WINDOW_NS };
		}
		memcpy(before, cursor.at, sizeof before);
		count = take_value(&cursor, value, &holders);
		for (size_t t = 0; t < taking->threads; t++)
			window.counts[t] += cursor.at[t] - before[t];
		window.samples += count;
		totals.samples += count;
		totals.values++;
		if (holders > 1) {
			window.shared += count;
			totals.shared += count;
		}
	}
	close_window(&totals, &window, taking);
	taking->share = (double)totals.shared / (double)totals.samples;
	taking->repeated = 1 - (double)totals.values / (double)totals.samples;
	taking->both = (double)totals.both_samples / (double)totals.samples;
	taking->share_both = totals.both_samples ? (double)totals.both_shared / (double)totals.both_samples : 0;
}

/* Pairs of equal values of two threads, and what their rates in each millisecond let expect. */
static void compare_pairs(struct taking *taking, const uint64_t *a, const uint64_t *b)
{
	size_t n = taking->samples, i = 0, j = 0;

	for (size_t x = 0, y = 0; x < n && y < n;) {
		taking->pairs += a[x] == b[y];
		if (a[x] <= b[y])
			x++;
		else
			y++;
	}
	while (i < n && j < n) {
		uint64_t begin = a[i] < b[j] ? a[i] : b[j], end = begin / MILLISECOND * MILLISECOND + MILLISECOND;
		size_t in_a = i, in_b = j;

		while (i < n && a[i] < end)
			i++;
		while (j < n && b[j] < end)
			j++;
		taking->pairs_expected += (double)(i - in_a) * (double)(j - in_b) / MILLISECOND;
	}
}

/* Within each thread: the median gap, and samples that did not move on. */
static void look_at_gaps(struct taking *taking, uint64_t *const *stamps)
{
	size_t *histogram = calloc(GAP_LIMIT, sizeof *histogram), gaps = 0, below = 0, gap = 0;

	if (!histogram)
		return;
	for (size_t t = 0; t < taking->threads; t++)
		for (size_t i = 1; i < taking->samples; i++) {
			int64_t step = (int64_t)(stamps[t][i] - stamps[t][i - 1]);

			taking->equal_before += step == 0;
			taking->backward += step < 0;
			histogram[step < 0 ? 0 : step >= GAP_LIMIT ? GAP_LIMIT - 1 : step]++;
			gaps++;
		}
	while (gap < GAP_LIMIT - 1 && (below += histogram[gap]) < (gaps + 1) / 2)
		gap++;
	taking->gap = (double)(gap ? gap : 1);
	free(histogram);
}

/* Arrays are touched first: page faults would keep the threads apart. */
static bool run_takers(struct taking *taking, uint64_t **stamps)
{
	struct taker takers[TIMESTAMP_THREADS];
	pthread_t threads[TIMESTAMP_THREADS];
	atomic_int waiting = (int)taking->threads;
	atomic_ullong counter = 0;

	for (size_t t = 0; t < taking->threads; t++) {
		stamps[t] = xmalloc(taking->samples * sizeof **stamps);
		memset(stamps[t], 1, taking->samples * sizeof **stamps);
		takers[t] = (struct taker){ taking, &waiting, &counter, stamps[t], taking->cpus[t] };
	}
	for (size_t t = 0; t < taking->threads; t++)
		if (pthread_create(&threads[t], NULL, run_taker, &takers[t]) != 0)
			return false;
	for (size_t t = 0; t < taking->threads; t++)
		pthread_join(threads[t], NULL);
	return true;
}

void timestamps_take(void *argument)
{
	struct taking *taking = argument;
	uint64_t *stamps[TIMESTAMP_THREADS], first = UINT64_MAX, last = 0;

	if (!run_takers(taking, stamps))
		return;
	for (size_t t = 0; t < taking->threads; t++) {
		first = stamps[t][0] < first ? stamps[t][0] : first;
		last = stamps[t][taking->samples - 1] > last ? stamps[t][taking->samples - 1] : last;
	}
	taking->seconds = (double)(last - first) / 1e9;
	look_at_gaps(taking, stamps);
	/* The comparison goes through the samples in order; a clock that was set back has none. */
	if (taking->backward <= 0 && taking->threads > 1) {
		compare(taking, stamps);
		compare_pairs(taking, stamps[0], stamps[1]);
	}
	taking->done = true;
}
