/* The bench of timestamp-id: equal timestamps of threads, how many to expect, and clocks that stand still. */
#include "bench/evidence/bench.h"
#include "bench/evidence/child.h"
#include "bench/evidence/clocks.h"
#include "bench/evidence/timestamps.h"

#include <math.h>
#include <string.h>

#define TRIES 3
/* Shorter, and the threads may not meet: a time slice is some milliseconds. */
#define SAMPLES 5000000
#define QUICK_SAMPLES 3000000

static struct taking *new_taking(const struct bench *bench, size_t threads, size_t samples)
{
	struct taking *taking = child_shared(sizeof *taking);

	taking->threads = threads;
	taking->samples = samples;
	for (size_t t = 0; t < threads; t++)
		taking->cpus[t] = bench->machine->cpus[t % bench->machine->cpu_count];
	return taking;
}

/* Again with fresh results. */
static bool take(struct taking *taking)
{
	struct taking fresh = { .threads = taking->threads, .samples = taking->samples, .work = taking->work,
				.pace = taking->pace };

	memcpy(fresh.cpus, taking->cpus, sizeof fresh.cpus);
	*taking = fresh;
	child_run(timestamps_take, taking, 60);
	return taking->done && taking->backward <= 0;
}

/* Between two of its samples another running thread leaves gap / tick times to hit, and takes one. */
static double law(const struct taking *taking, double tick)
{
	double hit = tick < taking->gap ? tick / taking->gap : 1;

	return 1 - pow(1 - hit, (double)taking->threads - 1);
}

static bool collides(const struct taking *taking, double tick)
{
	double ratio = taking->share_both / law(taking, tick);

	return taking->share >= 0.001 && ratio >= 0.3 && ratio <= 3;
}

static void report_collisions(struct bench *bench, const struct taking *taking, double tick)
{
	struct report *report = bench->report;
	struct row *share =
		report_row(report, "ids.share", "samples whose value the other thread has too, 2 threads on 2 CPUs");
	struct row *dup = report_row(report, "ids.repeated-2", "1 - different values / samples, 2 threads on 2 CPUs");
	struct row *both = report_row(report, "ids.share-both", "share while both ran, as part of the law's tick/d");
	struct row *gap = report_row(report, "ids.gap", "median gap d between two samples of a thread");

	row_value(share, taking->share * 100, "%");
	row_judge(report, share, taking->share >= 0.001, "at least 0.1 %%");
	row_value(dup, taking->repeated * 100, "%");
	row_note(report, dup,
		 "%.0f %% of the samples were taken while both threads ran; of these, half the law is %.1f %%",
		 taking->both * 100, 50 * law(taking, tick));
	row_value(both, taking->share_both / law(taking, tick), "x");
	row_judge(report, both, collides(taking, tick), "0.3 to 3");
	row_note(report, both, "share %.1f %%, law %.1f %%", taking->share_both * 100, law(taking, tick) * 100);
	row_value(gap, taking->gap, "ns");
}

static void measure_collisions(struct bench *bench, double tick)
{
	struct taking *taking;

	if (bench->machine->cpu_count < 2) {
		row_skip(bench->report, report_row(bench->report, "ids.share", "equal timestamps of 2 threads"),
			 "needs 2 CPUs");
		return;
	}
	taking = new_taking(bench, 2, bench->quick ? QUICK_SAMPLES : SAMPLES);
	for (int i = 0; i < TRIES; i++)
		if (take(taking) && collides(taking, tick))
			break;
	if (taking->done && taking->both > 0)
		report_collisions(bench, taking, tick);
	else
		row_skip(bench->report, report_row(bench->report, "ids.share", "equal timestamps of 2 threads"),
			 taking->backward > 0 ? "the clock was set back" : "the threads never ran at the same time");
	child_unshare(taking, sizeof *taking);
}

static void measure_four(struct bench *bench)
{
	struct row *row =
		report_row(bench->report, "ids.repeated-4", "1 - different values / samples, 4 threads on 4 CPUs");
	struct taking *taking;

	if (bench->machine->cpu_count < 4) {
		row_skip(bench->report, row,
			 "needs 4 CPUs; the law (k-1)/2d gives %.1f %% for 4 threads, d = 33 ns and a tick of 1 ns",
			 100.0 * 3 / 2 / 33);
		return;
	}
	taking = new_taking(bench, 4, bench->quick ? QUICK_SAMPLES : SAMPLES);
	if (take(taking))
		row_value(row, taking->repeated * 100, "%");
	else
		row_skip(bench->report, row, "no result");
	child_unshare(taking, sizeof *taking);
}

static void measure_one_thread(struct bench *bench)
{
	struct row *equal =
		report_row(bench->report, "ids.one-thread", "samples of one thread equal to the one before");
	bool counts = machine_clock_is_fine(bench->machine);
	struct taking *taking = new_taking(bench, 1, QUICK_SAMPLES);

	if (take(taking)) {
		row_value(equal, taking->equal_before, "");
		if (counts)
			row_judge(bench->report, equal, taking->equal_before == 0, "none");
		else
			row_note(bench->report, equal, "clock source %s", bench->machine->clocksource);
	} else {
		row_skip(bench->report, equal, "the clock was set back");
	}
	child_unshare(taking, sizeof *taking);
}

static void measure_counter(struct bench *bench)
{
	struct row *row = report_row(bench->report, "ids.counter", "control: values of an atomic counter that repeat");
	struct taking *taking = new_taking(bench, 2, 1000000);

	taking->pace = PACE_COUNTER;
	if (take(taking)) {
		row_value(row, taking->pairs, "");
		row_judge(bench->report, row, taking->pairs == 0, "none");
	} else {
		row_skip(bench->report, row, "no result");
	}
	child_unshare(taking, sizeof *taking);
}

/* Programs do something between two IDs: the more, the rarer the collisions, by the same law. */
static void measure_law(struct bench *bench, double tick)
{
	static const unsigned work[] = { 0, 4, 8, 16, 32, 64 };
	struct taking *taking = new_taking(bench, 2, 2000000);
	struct curve *curve = report_curve(bench->report, "ids-law", "Equal timestamps of two threads while both run",
					   "ns between two samples of a thread", "% of the samples");
	struct series *seen = curve_series(bench->report, curve, "seen"), *predicted;

	predicted = curve_series(bench->report, curve, "law: tick/d");
	seen->points_only = true;
	curve->log_x = curve->log_y = false;
	for (size_t i = 0; i < sizeof work / sizeof *work; i++) {
		taking->work = work[i];
		if (!take(taking) || taking->both < 0.01)
			continue;
		series_add(bench->report, seen, taking->gap, taking->share_both * 100);
		series_add(bench->report, predicted, taking->gap, law(taking, tick) * 100);
	}
	child_unshare(taking, sizeof *taking);
}

/* Two sources of IDs with random pauses: r1 · r2 · tick equal pairs a second. */
static void measure_rate(struct bench *bench, double tick)
{
	struct row *row =
		report_row(bench->report, "ids.rate", "equal pairs of two ID sources, as part of those predicted");
	struct row *often =
		report_row(bench->report, "ids.rate-10k", "seconds between two equal IDs at 10,000 IDs/s each");
	struct taking *taking = new_taking(bench, 2, bench->quick ? 1000000 : 2000000);
	double ratio = 0;

	taking->pace = PACE_RANDOM;
	taking->work = 400;
	for (int i = 0; i < TRIES && (ratio < 0.4 || ratio > 2); i++)
		if (take(taking))
			ratio = taking->pairs / (taking->pairs_expected * tick);
	if (!taking->done || taking->pairs_expected * tick < 500) {
		row_skip(bench->report, row, "only %.0f pairs predicted: the threads hardly ran at the same time",
			 taking->pairs_expected * tick);
		row_skip(bench->report, often, "no result");
	} else {
		row_value(row, ratio, "x");
		row_judge(bench->report, row, ratio >= 0.4 && ratio <= 2, "0.4 to 2");
		row_note(bench->report, row, "%.0f pairs, predicted %.0f; %.0f IDs/s a thread", taking->pairs,
			 taking->pairs_expected * tick, (double)taking->samples / taking->seconds);
		row_value(often, 1 / (1e4 * 1e4 * 1e-9 * tick * ratio), "s");
	}
	child_unshare(taking, sizeof *taking);
}

void bench_ids(struct bench *bench)
{
	double tick = clock_tick();

	row_value(report_row(bench->report, "ids.tick", "real step of the clock: times are multiples of it"), tick,
		  "ns");
	measure_collisions(bench, tick);
	measure_four(bench);
	measure_one_thread(bench);
	measure_counter(bench);
	clocks_measure(bench);
	if (bench->machine->cpu_count < 2)
		return;
	measure_rate(bench, tick);
	if (!bench->quick)
		measure_law(bench, tick);
}
