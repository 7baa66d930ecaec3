/* Timing reads and writes of files and devices in CPU time, sizes interleaved over several rounds. */
#include "bench/evidence/transfer.h"

#include "base/strbuf.h"
#include "bench/evidence/stats.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROUNDS_MOST 7
#define FILE_BYTES ((size_t)16 << 20)

double transfer_rate(const struct transfer *transfer, size_t size)
{
	size_t s = 0;

	while (((size_t)1 << s) < size)
		s++;
	if (transfer->ns_per_call[s] <= 0)
		return 0;
	return transfer->bytes_per_call[s] / MIB / (transfer->ns_per_call[s] / 1e9);
}

size_t transfer_points(const struct transfer *transfer, struct point points[SIZE_COUNT])
{
	size_t count = 0;

	for (size_t s = 0; s < SIZE_COUNT; s++)
		if (transfer->ns_per_call[s] > 0) {
			points[count].x = (double)((size_t)1 << s);
			points[count++].y = transfer_rate(transfer, (size_t)1 << s);
		}
	return count;
}

struct source {
	int fd;
	bool writes, rewinds;
};

/* 0 for a call that failed. */
static size_t call_once(const struct source *source, char *buffer, size_t size)
{
	ssize_t done = source->writes ? write(source->fd, buffer, size) : read(source->fd, buffer, size);

	return done > 0 ? (size_t)done : 0;
}

/*
 * As many calls between two looks at the clock as move about 256 KiB: the look
 * costs as much as a small call. A file is rewound there too, well before its end.
 */
static void time_calls(const struct source *source, char *buffer, size_t size, uint64_t budget, double *ns,
		       double *bytes)
{
	size_t batch = ((size_t)256 << 10) / size, calls = 0, moved = 0;
	uint64_t start = thread_ns(), now = start;

	batch = batch < 1 ? 1 : batch > 1024 ? 1024 : batch;
	if (source->rewinds)
		lseek(source->fd, 0, SEEK_SET);
	while (now - start < budget) {
		for (size_t i = 0; i < batch; i++)
			moved += call_once(source, buffer, size);
		if (source->rewinds && lseek(source->fd, 0, SEEK_CUR) >= (off_t)FILE_BYTES)
			lseek(source->fd, 0, SEEK_SET);
		calls += batch;
		now = thread_ns();
	}
	*ns = (double)(now - start) / (double)calls;
	*bytes = (double)moved / (double)calls;
}

static int filled_file(int fd)
{
	char *bytes = xmalloc((size_t)1 << 20);

	memset(bytes, 'x', (size_t)1 << 20);
	for (size_t done = 0; fd >= 0 && done < FILE_BYTES + SIZE_MAX_BYTES; done += (size_t)1 << 20)
		if (write(fd, bytes, (size_t)1 << 20) != 1 << 20) {
			close(fd);
			fd = -1;
		}
	free(bytes);
	if (fd >= 0)
		lseek(fd, 0, SEEK_SET);
	return fd;
}

static void open_sources(const struct bench *bench, struct source sources[FILE_SOURCES])
{
	sources[SOURCE_ZERO] = (struct source){ .fd = open("/dev/zero", O_RDONLY | O_CLOEXEC) };
	sources[SOURCE_URANDOM] = (struct source){ .fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC) };
	sources[SOURCE_FILE] = (struct source){
		.fd = filled_file(open(bench->folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)), .rewinds = true};
	sources[SOURCE_TMPFS] = (struct source){ .fd = filled_file(memfd_create("snag-bench", MFD_CLOEXEC)),
						 .rewinds = true };
	sources[SOURCE_TMPFS_WRITE] = (struct source){ .fd = filled_file(memfd_create("snag-bench", MFD_CLOEXEC)),
						       .rewinds = true, .writes = true };
}

struct rounds {
	double ns[SIZE_COUNT][ROUNDS_MOST], bytes[SIZE_COUNT][ROUNDS_MOST];
};

static void run_round(const struct source sources[FILE_SOURCES], struct rounds rounds[FILE_SOURCES], size_t round,
		      uint64_t budget, char *buffer)
{
	for (size_t s = 0; s < SIZE_COUNT; s++)
		for (size_t i = 0; i < FILE_SOURCES; i++)
			if (sources[i].fd >= 0)
				time_calls(&sources[i], buffer, (size_t)1 << s, budget, &rounds[i].ns[s][round],
					   &rounds[i].bytes[s][round]);
}

void transfer_files(const struct bench *bench, struct transfer transfers[FILE_SOURCES])
{
	static const char *const names[FILE_SOURCES][2] = {
		[SOURCE_ZERO] = { "zero", "read of /dev/zero" },
		[SOURCE_URANDOM] = { "urandom", "read of /dev/urandom" },
		[SOURCE_FILE] = { "file", "read of a file in the page cache" },
		[SOURCE_TMPFS] = { "tmpfs", "read of a file in memory (tmpfs)" },
		[SOURCE_TMPFS_WRITE] = { "tmpfs-write", "write to a file in memory (tmpfs)" },
	};
	size_t count = bench->quick ? 5 : ROUNDS_MOST;
	struct rounds *rounds = calloc(FILE_SOURCES, sizeof *rounds);
	char *buffer = xmalloc(SIZE_MAX_BYTES);
	struct source sources[FILE_SOURCES];

	memset(buffer, 1, SIZE_MAX_BYTES);
	open_sources(bench, sources);
	for (size_t round = 0; rounds && round < count; round++)
		run_round(sources, rounds, round, bench->quick ? 1000000 : 6000000, buffer);
	for (size_t i = 0; i < FILE_SOURCES; i++) {
		transfers[i] = (struct transfer){ .name = names[i][0], .words = names[i][1],
						  .ok = rounds && sources[i].fd >= 0 };
		for (size_t s = 0; transfers[i].ok && s < SIZE_COUNT; s++) {
			transfers[i].ns_per_call[s] = median(rounds[i].ns[s], count);
			transfers[i].bytes_per_call[s] = median(rounds[i].bytes[s], count);
		}
		if (sources[i].fd >= 0)
			close(sources[i].fd);
	}
	free(buffer);
	free(rounds);
}
