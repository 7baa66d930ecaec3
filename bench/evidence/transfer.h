/* Throughput by buffer size: of files and devices in one process, of pipes and sockets between two threads. */
#ifndef SNAG_BENCH_TRANSFER_H
#define SNAG_BENCH_TRANSFER_H

#include "bench/evidence/bench.h"

#define MIB 1048576.0

/* Powers of two from 1 byte to 4 MiB. */
#define SIZE_COUNT 23
#define SIZE_MAX_BYTES ((size_t)4 << 20)

/* One source with its times; ns_per_call[s] is of size 2^s, 0 where that size was not tried. */
struct transfer {
	const char *name, *words; /* "zero", "read of /dev/zero" */
	double ns_per_call[SIZE_COUNT];
	double bytes_per_call[SIZE_COUNT]; /* below the size where reads are short */
	bool ok;
};

/* MiB per second of CPU time. */
double transfer_rate(const struct transfer *transfer, size_t size);
/* The sizes tried, as (size, MiB/s) points. */
size_t transfer_points(const struct transfer *transfer, struct point points[SIZE_COUNT]);

#define FILE_SOURCES 5
enum file_source { SOURCE_ZERO, SOURCE_URANDOM, SOURCE_FILE, SOURCE_TMPFS, SOURCE_TMPFS_WRITE };
void transfer_files(const struct bench *bench, struct transfer transfers[FILE_SOURCES]);

#define PAIR_KINDS 3
enum pair_kind { PAIR_PIPE, PAIR_UNIX, PAIR_TCP };

/* One stream between two threads, and what its reads and writes did. */
struct pair_try {
	/* in */
	enum pair_kind kind;
	size_t read_size, write_size;
	int reader_cpu, writer_cpu;
	double cpu_seconds; /* to spend in all */
	/* out; `bytes` 0: it could not be set up */
	double bytes, spent; /* CPU seconds of both threads */
	double wall;
	double reads, short_reads, writes, short_writes;
};

/* Runs it in a child. */
void pair_run(struct pair_try *pair);
void transfer_pairs(const struct bench *bench, struct transfer transfers[PAIR_KINDS]);

#endif
