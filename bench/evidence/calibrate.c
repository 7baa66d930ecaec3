/* Thresholds of io-buffer-small from this machine's curves. */
#include "bench/evidence/calibrate.h"

#include "bench/evidence/stats.h"

#include <string.h>

#define WARN "io.calibrate.warn-below"
#define NOTE "io.calibrate.note-below"

/* Outside these a measurement went wrong, or the machine is like none we know. */
#define WARN_LEAST 1024
#define WARN_MOST 32768
#define NOTE_LEAST 8192
#define NOTE_MOST 262144
#define NOTE_PART 0.8

static double power_of_two(double value, double least, double most)
{
	double power = least;

	while (power < value && power < most)
		power *= 2;
	return power;
}

/* a/b of the relative fit: the size at which a call costs as much as its bytes. */
static double balance(const struct transfer *transfer)
{
	struct point rates[SIZE_COUNT], times[SIZE_COUNT];
	size_t count = transfer_points(transfer, rates), best = peak(rates, count);
	struct fit fit;

	for (size_t i = 0; i <= best; i++)
		times[i] = (struct point){ rates[i].x, transfer->ns_per_call[i] };
	fit = fit_relative(times, best + 1);
	return fit.b > 0 ? fit.a / fit.b : 0;
}

/* The smallest size at which half of the sources have that part of their best. */
static double enough_for_most(const struct transfer *const *transfers, size_t count)
{
	for (size_t s = 0; s < SIZE_COUNT; s++) {
		size_t satisfied = 0;

		for (size_t i = 0; i < count; i++) {
			struct point points[SIZE_COUNT];
			size_t known = transfer_points(transfers[i], points);

			satisfied += transfer_rate(transfers[i], (size_t)1 << s) >=
				     NOTE_PART * points[peak(points, known)].y;
		}
		if (satisfied * 2 > count)
			return (double)((size_t)1 << s);
	}
	return NOTE_MOST;
}

void calibrate(struct bench *bench, const struct transfer *files, const struct transfer *pairs)
{
	const struct transfer *bulk[FILE_SOURCES + PAIR_KINDS];
	struct row *warn = report_row(bench->report, WARN, "warn below: 2 a/b on files in memory");
	struct row *note = report_row(bench->report, NOTE, "note below: where most sources have 80 %% of their best");
	double balances[3];
	size_t count = 0, known = 0;

	for (size_t i = SOURCE_FILE; i <= SOURCE_TMPFS_WRITE; i++)
		if (files[i].ok) {
			balances[known++] = balance(&files[i]);
			bulk[count++] = &files[i];
		}
	for (size_t i = 0; i < PAIR_KINDS; i++)
		if (pairs[i].ok)
			bulk[count++] = &pairs[i];
	if (!known) {
		row_skip(bench->report, warn, "no file to read");
		row_skip(bench->report, note, "no file to read");
		return;
	}
	row_value(warn, power_of_two(2 * median(balances, known), WARN_LEAST, WARN_MOST), "bytes");
	row_value(note, power_of_two(enough_for_most(bulk, count), NOTE_LEAST, NOTE_MOST), "bytes");
}

static void print_limit(const struct report *report, const char *row_name, const char *option, FILE *out)
{
	for (size_t i = 0; i < report->rows.len; i++)
		if (!strcmp(report->rows.items[i]->name, row_name) &&
		    report->rows.items[i]->verdict != VERDICT_SKIPPED)
			fprintf(out, "    %s: %.0f\n", option, report->rows.items[i]->value);
}

void calibrate_print(const struct report *report, const struct machine *machine, FILE *out)
{
	fprintf(out, "# Measured by snag-bench io on %s, %s.\n", machine->cpu_model, machine->kernel);
	fputs("rules:\n  io-buffer-small:\n", out);
	print_limit(report, WARN, "warn-below", out);
	print_limit(report, NOTE, "note-below", out);
}
