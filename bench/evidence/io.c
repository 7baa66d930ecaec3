/* The bench of io-buffer-small: throughput by buffer size, the line t = a + b n, knees, short reads, stdio. */
#include "bench/evidence/bench.h"
#include "bench/evidence/calibrate.h"
#include "bench/evidence/short_reads.h"
#include "bench/evidence/stats.h"
#include "bench/evidence/stdio_contrast.h"
#include "bench/evidence/transfer.h"

#include <string.h>

static const char *row_name(struct bench *bench, const char *kind, const struct transfer *transfer)
{
	return arena_printf(bench->arena, "io.%s.%s", kind, transfer->name);
}

static const char *size_text(struct arena *arena, size_t size)
{
	if (size >= (size_t)1 << 20)
		return arena_printf(arena, "%zu MiB", size >> 20);
	return size >= 1024 ? arena_printf(arena, "%zu KiB", size >> 10) : arena_printf(arena, "%zu B", size);
}

/* A ratio between two sizes that has to be there: the effect itself. */
static void demand_ratio(struct bench *bench, const struct transfer *transfer, size_t large, size_t small, double least)
{
	const char *name = arena_printf(bench->arena, "io.ratio.%s.%zu-%zu", transfer->name, large, small);
	double ratio = transfer_rate(transfer, large) / transfer_rate(transfer, small);
	struct row *row = report_row(bench->report, name, "%s, %s : %s", transfer->words,
				     size_text(bench->arena, large), size_text(bench->arena, small));

	row_value(row, ratio, "x");
	row_judge(bench->report, row, ratio >= least, "at least %.3g", least);
}

static double gain(const struct transfer *transfer)
{
	return transfer_rate(transfer, 32768) / transfer_rate(transfer, 512);
}

/* Where bytes themselves are dear, the buffer's size matters little. How little depends on what a call costs. */
static void demand_small_gain(struct bench *bench, const struct transfer *transfer, const struct transfer *zero)
{
	double limit = zero->ok ? gain(zero) / 4 : 4, ratio = gain(transfer);
	struct row *row = report_row(bench->report, row_name(bench, "ratio", transfer),
				     "contrast: %s, 32 KiB : 512 B", transfer->words);

	row_value(row, ratio, "x");
	row_judge(bench->report, row, ratio < limit, "below %.3g, a quarter of the gain on /dev/zero", limit);
}

/* Maximum, its place and the 95 % knee: never demanded, they are the CPU's. */
static void report_best(struct bench *bench, const struct transfer *transfer)
{
	struct point points[SIZE_COUNT];
	size_t count = transfer_points(transfer, points), best = peak(points, count);
	double last = points[count - 1].y / points[best].y;

	row_value(report_row(bench->report, row_name(bench, "best", transfer), "%s, best", transfer->words),
		  points[best].y, "MiB/s");
	row_value(report_row(bench->report, row_name(bench, "peak", transfer), "%s, size of the best", transfer->words),
		  points[best].x / 1024, "KiB");
	row_value(report_row(bench->report, row_name(bench, "knee", transfer), "%s, first size with 95 %% of the best",
			     transfer->words),
		  points[knee(points, count, 0.95)].x / 1024, "KiB");
	row_value(report_row(bench->report, row_name(bench, "beyond", transfer), "%s, %s as part of the best",
			     transfer->words, size_text(bench->arena, (size_t)points[count - 1].x)),
		  last * 100, "%");
}

static size_t times_to_peak(const struct transfer *transfer, struct point times[SIZE_COUNT])
{
	struct point points[SIZE_COUNT];
	size_t count = transfer_points(transfer, points), best = peak(points, count);

	for (size_t i = 0; i <= best; i++)
		times[i] = (struct point){ points[i].x, transfer->ns_per_call[i] };
	return best + 1;
}

static void report_fit(struct bench *bench, const struct transfer *transfer, bool demanded)
{
	struct point times[SIZE_COUNT];
	size_t count = times_to_peak(transfer, times);
	struct fit fit = fit_relative(times, count), plain = fit_plain(times, count);
	const char *base = row_name(bench, "fit", transfer);
	struct row *call = report_row(bench->report, arena_printf(bench->arena, "%s.call", base),
				      "%s, a: cost of a call", transfer->words);
	struct row *byte = report_row(bench->report, arena_printf(bench->arena, "%s.byte", base),
				      "%s, b: cost of a byte", transfer->words);
	struct row *r2 = report_row(bench->report, arena_printf(bench->arena, "%s.r2", base),
				    "%s, R2 of t = a + b n up to the best size", transfer->words);

	row_value(call, fit.a, "ns");
	row_value(byte, fit.b, "ns");
	row_note(bench->report, byte, "a call costs as much as %.0f bytes", fit.a / fit.b);
	row_value(r2, plain.r2, "");
	row_note(bench->report, r2, "worst point of the relative fit: %.0f %% off", fit.worst * 100);
	if (demanded) {
		row_judge(bench->report, call, fit.a >= 20 && fit.a <= 2000, "20 to 2,000");
		row_judge(bench->report, byte, fit.b > 0, "above 0");
		row_judge(bench->report, r2, plain.r2 >= 0.95, "at least 0.95");
	}
}

static bool usable(struct bench *bench, const struct transfer *transfer)
{
	if (!transfer->ok)
		row_skip(bench->report,
			 report_row(bench->report, row_name(bench, "best", transfer), "%s", transfer->words),
			 "it can't be opened here");
	return transfer->ok;
}

static void report_files(struct bench *bench, const struct transfer *files)
{
	const struct transfer *zero = &files[SOURCE_ZERO];

	if (usable(bench, zero)) {
		demand_ratio(bench, zero, 32768, 512, 5);
		demand_ratio(bench, zero, 4096, 512, 3);
		demand_ratio(bench, zero, 4096, 1, 300);
	}
	for (size_t i = SOURCE_FILE; i <= SOURCE_TMPFS; i++)
		if (usable(bench, &files[i])) {
			demand_ratio(bench, &files[i], 32768, 512, 2);
			demand_ratio(bench, &files[i], 4096, 512, 1.8);
		}
	if (usable(bench, &files[SOURCE_TMPFS_WRITE]))
		demand_ratio(bench, &files[SOURCE_TMPFS_WRITE], 32768, 512, 2);
	if (usable(bench, &files[SOURCE_URANDOM]))
		demand_small_gain(bench, &files[SOURCE_URANDOM], zero);
	for (size_t i = 0; i < FILE_SOURCES; i++)
		if (files[i].ok) {
			report_best(bench, &files[i]);
			report_fit(bench, &files[i], i == SOURCE_ZERO);
		}
}

static void report_pairs(struct bench *bench, const struct transfer *pairs)
{
	for (size_t i = 0; i < PAIR_KINDS; i++)
		if (usable(bench, &pairs[i])) {
			demand_ratio(bench, &pairs[i], 32768, 512, 2);
			demand_ratio(bench, &pairs[i], 4096, 64, 6);
			report_best(bench, &pairs[i]);
		}
}

static void add_series(struct bench *bench, struct curve *curve, const struct transfer *transfer)
{
	struct point points[SIZE_COUNT];
	size_t count = transfer_points(transfer, points);
	struct series *series = curve_series(bench->report, curve, transfer->words);

	for (size_t i = 0; i < count; i++)
		series_add(bench->report, series, points[i].x, points[i].y);
}

static void draw_rates(struct bench *bench, const char *name, const char *title, const struct transfer *transfers,
		       size_t count)
{
	struct curve *curve = report_curve(bench->report, name, title, "bytes a call", "MiB per second of CPU time");

	for (size_t i = 0; i < count; i++)
		if (transfers[i].ok)
			add_series(bench, curve, &transfers[i]);
}

/* The time of a call and the line through it, which bends up where the caches end. */
static void draw_fit(struct bench *bench, const struct transfer *transfer)
{
	struct curve *curve =
		report_curve(bench->report, "io-fit", "Time of a read of /dev/zero", "bytes a call", "ns a call");
	struct series *seen = curve_series(bench->report, curve, "measured"), *line;
	struct point times[SIZE_COUNT];
	struct fit fit = fit_relative(times, times_to_peak(transfer, times));

	line = curve_series(bench->report, curve, arena_printf(bench->arena, "t = %.0f ns + %.4f ns n", fit.a, fit.b));
	seen->points_only = true;
	for (size_t s = 0; s < SIZE_COUNT; s++) {
		double size = (double)((size_t)1 << s);

		series_add(bench->report, seen, size, transfer->ns_per_call[s]);
		series_add(bench->report, line, size, fit.a + fit.b * size);
	}
}

void bench_io(struct bench *bench)
{
	struct transfer files[FILE_SOURCES], pairs[PAIR_KINDS];

	transfer_files(bench, files);
	transfer_pairs(bench, pairs);
	report_files(bench, files);
	report_pairs(bench, pairs);
	short_reads_measure(bench);
	stdio_measure(bench);
	calibrate(bench, files, pairs);
	draw_rates(bench, "io-files", "Files and devices", files, FILE_SOURCES);
	draw_rates(bench, "io-pairs", "Pipes and sockets, both ends on one CPU", pairs, PAIR_KINDS);
	if (files[SOURCE_ZERO].ok)
		draw_fit(bench, &files[SOURCE_ZERO]);
}
