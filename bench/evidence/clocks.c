/* How far each clock moves between two reads of one thread. */
#include "bench/evidence/clocks.h"

#include "bench/evidence/stats.h"

#include <math.h>
#include <sys/time.h>
#include <time.h>

static uint64_t read_realtime(void)
{
	return clock_ns(CLOCK_REALTIME);
}

static uint64_t read_monotonic(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

static uint64_t read_timespec_get(void)
{
	struct timespec now;

	timespec_get(&now, TIME_UTC);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t read_gettimeofday(void)
{
	struct timeval now;

	gettimeofday(&now, NULL);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_usec * 1000;
}

static uint64_t read_realtime_coarse(void)
{
	return clock_ns(CLOCK_REALTIME_COARSE);
}

static uint64_t read_monotonic_coarse(void)
{
	return clock_ns(CLOCK_MONOTONIC_COARSE);
}

static uint64_t read_time(void)
{
	return (uint64_t)time(NULL) * 1000000000;
}

static uint64_t read_clock(void)
{
	return (uint64_t)clock() * (1000000000 / CLOCKS_PER_SEC);
}

enum demand { EXACT, NO_DEMAND, HALF, NEARLY_ALL };

static const struct clock_row {
	const char *name, *words;
	uint64_t (*read)(void);
	enum demand demand;
} clocks[] = {
	{ "ids.clock.realtime", "clock_gettime(CLOCK_REALTIME)", read_realtime, EXACT },
	{ "ids.clock.monotonic", "clock_gettime(CLOCK_MONOTONIC)", read_monotonic, EXACT },
	{ "ids.clock.timespec-get", "timespec_get", read_timespec_get, EXACT },
	{ "ids.clock.gettimeofday", "gettimeofday", read_gettimeofday, HALF },
	{ "ids.clock.realtime-coarse", "CLOCK_REALTIME_COARSE", read_realtime_coarse, NEARLY_ALL },
	{ "ids.clock.monotonic-coarse", "CLOCK_MONOTONIC_COARSE", read_monotonic_coarse, NEARLY_ALL },
	{ "ids.clock.time", "time", read_time, NEARLY_ALL },
	{ "ids.clock.clock", "clock", read_clock, NO_DEMAND },
};

/* Long enough for several steps of the coarse clocks, which move with the kernel's tick. */
#define CLOCK_NS 30000000

struct steps {
	uint64_t reads, equal, smallest;
};

static struct steps take_steps(uint64_t (*read)(void))
{
	struct steps steps = { .smallest = UINT64_MAX };
	uint64_t end = wall_ns() + CLOCK_NS;

	while (wall_ns() < end) {
		uint64_t before = read();

		for (int i = 0; i < 1000; i++) {
			uint64_t now = read();

			steps.reads++;
			steps.equal += now == before;
			if (now > before && now - before < steps.smallest)
				steps.smallest = now - before;
			before = now;
		}
	}
	return steps;
}

static void judge(struct bench *bench, struct row *row, enum demand demand, double equal)
{
	bool exact = machine_clock_is_fine(bench->machine);

	if (demand == EXACT && exact)
		row_judge(bench->report, row, equal == 0, "none");
	else if (demand == HALF)
		row_judge(bench->report, row, equal > 50, "over 50 %%");
	else if (demand == NEARLY_ALL)
		row_judge(bench->report, row, equal > 99, "over 99 %%");
}

static void report_clock(struct bench *bench, const struct clock_row *clock)
{
	struct row *row = report_row(bench->report, clock->name, "%s: reads equal to the one before", clock->words);
	struct steps steps = take_steps(clock->read);
	double equal = 100.0 * (double)steps.equal / (double)steps.reads;

	row_value(row, equal, "%");
	if (steps.smallest != UINT64_MAX)
		row_note(bench->report, row, "smallest step %llu ns", (unsigned long long)steps.smallest);
	judge(bench, row, clock->demand, equal);
}

static void report_smallest_step(struct bench *bench)
{
	struct row *row = report_row(bench->report, "ids.step", "smallest step of CLOCK_REALTIME in one thread");

	row_value(row, (double)take_steps(read_realtime).smallest, "ns");
	row_note(bench->report, row, "clock source %s", bench->machine->clocksource);
}

/* Gaps between reads after random pauses; where time moves in steps, they come in clusters a step apart. */
#define GAP_LIMIT 256
#define GAP_READS 300000

static size_t take_gaps(size_t histogram[GAP_LIMIT])
{
	uint32_t random = 2463534242u;
	uint64_t before = read_realtime();
	size_t gaps = 0;

	for (int i = 0; i < GAP_READS; i++) {
		uint64_t now;

		random ^= random << 13;
		random ^= random >> 17;
		random ^= random << 5;
		for (volatile unsigned k = 0; k < random % 64; k++)
			;
		now = read_realtime();
		if (now >= before && now - before < GAP_LIMIT) {
			histogram[now - before]++;
			gaps++;
		}
		before = now;
	}
	return gaps;
}

/* Centres of the runs of gaps that occur, leaving out the rarest hundredth at either side. */
static size_t find_clusters(const size_t histogram[GAP_LIMIT], size_t gaps, double centres[GAP_LIMIT])
{
	size_t below = 0, clusters = 0;
	double weight = 0, sum = 0;

	for (size_t gap = 0; gap < GAP_LIMIT; gap++) {
		below += histogram[gap];
		if (below < gaps / 100 || below - histogram[gap] > gaps - gaps / 100)
			continue;
		if (histogram[gap] > gaps / 100000) {
			weight += (double)histogram[gap];
			sum += (double)histogram[gap] * (double)gap;
		} else if (weight > 0) {
			centres[clusters++] = sum / weight;
			weight = sum = 0;
		}
	}
	if (weight > 0)
		centres[clusters++] = sum / weight;
	return clusters;
}

double clock_tick(void)
{
	size_t histogram[GAP_LIMIT] = { 0 }, gaps = take_gaps(histogram), clusters;
	double centres[GAP_LIMIT], steps[GAP_LIMIT], tick;

	clusters = find_clusters(histogram, gaps, centres);
	for (size_t i = 0; i + 1 < clusters; i++)
		steps[i] = centres[i + 1] - centres[i];
	/* Two clusters may be two ways through the code instead of two steps of the clock. */
	tick = clusters < 3 ? 1 : median(steps, clusters - 1);
	return tick < 1 ? 1 : tick;
}

void clocks_measure(struct bench *bench)
{
	report_smallest_step(bench);
	for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
		report_clock(bench, &clocks[i]);
}
