/* Short reads and writes of Unix sockets, by the sizes of both ends. */
#include "bench/evidence/short_reads.h"

#include "bench/evidence/stats.h"
#include "bench/evidence/transfer.h"

#include <stdio.h>

#define ROUNDS 5
/* Linux's usual size of a socket's buffer, where the system doesn't tell. */
#define USUAL_BUFFER 212992

static struct pair_try try_unix(const struct bench *bench, size_t read_size, size_t write_size)
{
	struct pair_try pair = { .kind = PAIR_UNIX, .read_size = read_size, .write_size = write_size,
				 .reader_cpu = bench->machine->cpus[0], .writer_cpu = bench->machine->cpus[0],
				 .cpu_seconds = bench->quick ? 0.01 : 0.03 };

	pair_run(&pair);
	return pair;
}

static double short_percent(const struct pair_try *pair)
{
	return pair->reads > 0 ? 100 * pair->short_reads / pair->reads : 0;
}

static size_t socket_buffer(void)
{
	FILE *file = fopen("/proc/sys/net/core/wmem_default", "re");
	unsigned long size = 0;

	if (file) {
		if (fscanf(file, "%lu", &size) != 1)
			size = 0;
		fclose(file);
	}
	return size ? size : USUAL_BUFFER;
}

/* The middle of three tries, so that one interrupted try decides nothing. */
static struct pair_try middle_try(const struct bench *bench, size_t read_size, size_t write_size)
{
	struct pair_try tries[3], *low = &tries[0], *high = &tries[0];

	for (size_t i = 0; i < 3; i++) {
		tries[i] = try_unix(bench, read_size, write_size);
		low = short_percent(&tries[i]) < short_percent(low) ? &tries[i] : low;
		high = short_percent(&tries[i]) >= short_percent(high) ? &tries[i] : high;
	}
	for (size_t i = 0; i < 3; i++)
		if (&tries[i] != low && &tries[i] != high)
			return tries[i];
	return *high;
}

static double measure_extremes(struct bench *bench)
{
	struct report *report = bench->report;
	size_t large = 4 * socket_buffer();
	struct pair_try beyond = middle_try(bench, large, large), within = middle_try(bench, 4096, 262144);
	struct row *row =
		report_row(report, "io.short.large", "Unix socket, reads of 4 times its buffer that are short");

	row_value(row, short_percent(&beyond), "%");
	row_judge(report, row, short_percent(&beyond) >= 50, "at least 50 %%");
	row = report_row(report, "io.short.small", "Unix socket, reads of 4 KiB that are short, writes of 256 KiB");
	row_value(row, short_percent(&within), "%");
	row_judge(report, row, within.reads > 0 && short_percent(&within) < 10, "below 10 %%");
	return beyond.short_writes + within.short_writes;
}

/* The reader asks for more than the writer gives at a time. */
static double measure_small_writer(struct bench *bench)
{
	static const size_t sizes[] = { 1024, 2048, 4096, 8192, 16384 };
	struct curve *curve = report_curve(bench->report, "io-short-reads", "Short reads of a Unix socket",
					   "bytes a read", "% of the reads");
	struct series *small = curve_series(bench->report, curve, "writes of 512 bytes");
	struct series *equal = curve_series(bench->report, curve, "writes as large as the reads");
	struct row *row = report_row(bench->report, "io.short.small-writer",
				     "Unix socket, reads of 2 KiB that are short, writes of 512 B");
	double short_writes = 0;

	curve->log_y = false;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct pair_try pair = try_unix(bench, sizes[i], 512);

		series_add(bench->report, small, (double)sizes[i], short_percent(&pair));
		short_writes += pair.short_writes;
		if (sizes[i] == 2048)
			row_value(row, short_percent(&pair), "%");
	}
	for (size_t size = 1024; size <= (size_t)1 << 20; size *= 2) {
		struct pair_try pair = try_unix(bench, size, size);

		series_add(bench->report, equal, (double)size, short_percent(&pair));
		short_writes += pair.short_writes;
	}
	return short_writes;
}

static double unix_rate(const struct bench *bench, size_t read_size, size_t write_size)
{
	double rates[ROUNDS];

	for (size_t i = 0; i < ROUNDS; i++) {
		struct pair_try pair = try_unix(bench, read_size, write_size);

		rates[i] = pair.spent > 0 ? pair.bytes / MIB / pair.spent : 0;
	}
	return median(rates, ROUNDS);
}

/* Which end profits from a larger buffer. */
static void measure_ends(struct bench *bench)
{
	double both = unix_rate(bench, 262144, 262144);
	struct row *row =
		report_row(bench->report, "io.unix.read-32k", "Unix socket, 32 KiB reads as part of 256 KiB reads");

	row_value(row, 100 * unix_rate(bench, 32768, 262144) / both, "%");
	row = report_row(bench->report, "io.unix.write-32k", "Unix socket, 32 KiB writes as part of 256 KiB writes");
	row_value(row, 100 * unix_rate(bench, 262144, 32768) / both, "%");
	row = report_row(bench->report, "io.unix.write-1m", "Unix socket, 1 MiB writes as part of 256 KiB writes");
	row_value(row, 100 * unix_rate(bench, 262144, 1048576) / both, "%");
}

/* The other regime: each end has a CPU, and the threads wake each other across them. */
static void measure_two_cpus(struct bench *bench)
{
	struct row *row = report_row(bench->report, "io.unix.two-cpus",
				     "Unix socket, 64 KiB, the ends on two CPUs (by the wall)");
	struct pair_try pair = { .kind = PAIR_UNIX, .read_size = 65536, .write_size = 65536,
				 .reader_cpu = bench->machine->cpus[0], .cpu_seconds = 0.05 };

	if (bench->machine->cpu_count < 2) {
		row_skip(bench->report, row, "needs 2 CPUs");
		return;
	}
	pair.writer_cpu = bench->machine->cpus[1];
	pair_run(&pair);
	if (pair.wall > 0)
		row_value(row, pair.bytes / MIB / pair.wall, "MiB/s");
	row_note(bench->report, row,
		 "jumps by several times from run to run; the other figures have both ends on one CPU");
}

void short_reads_measure(struct bench *bench)
{
	double short_writes = measure_extremes(bench) + measure_small_writer(bench);
	struct row *row = report_row(bench->report, "io.short.writes", "Unix socket, blocking writes that were short");

	row_value(row, short_writes, "");
	row_judge(bench->report, row, short_writes == 0, "none");
	measure_ends(bench);
	measure_two_cpus(bench);
}
