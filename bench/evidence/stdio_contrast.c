/* Small pieces by read and write, and the same pieces by stdio with and without its buffer. */
#include "bench/evidence/stdio_contrast.h"

#include "base/arena.h"
#include "bench/evidence/stats.h"
#include "bench/evidence/transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROUNDS 5
#define FILE_BYTES ((size_t)4 << 20)
#define PIECE 64

enum way {
	READ,
	FREAD,
	FREAD_UNBUFFERED,
	FREAD_LARGE,
	GETC,
	GETC_UNLOCKED,
	WRITE,
	FWRITE,
	FWRITE_UNBUFFERED,
	WAY_COUNT
};

static const struct way_row {
	const char *name, *words;
} ways[WAY_COUNT] = {
	[READ] = { "io.stdio.read", "read, 64 bytes a call" },
	[FREAD] = { "io.stdio.fread", "fread, 64 bytes a call" },
	[FREAD_UNBUFFERED] = { "io.stdio.fread-unbuffered", "fread, 64 bytes a call, _IONBF" },
	[FREAD_LARGE] = { "io.stdio.fread-large", "fread, 64 bytes a call, setvbuf of 64 KiB" },
	[GETC] = { "io.stdio.getc", "getc" },
	[GETC_UNLOCKED] = { "io.stdio.getc-unlocked", "getc_unlocked" },
	[WRITE] = { "io.stdio.write", "write, 64 bytes a call" },
	[FWRITE] = { "io.stdio.fwrite", "fwrite, 64 bytes a call" },
	[FWRITE_UNBUFFERED] = { "io.stdio.fwrite-unbuffered", "fwrite, 64 bytes a call, _IONBF" },
};

static size_t by_calls(int fd, bool writes, size_t limit)
{
	char piece[PIECE] = { 0 };
	ssize_t done;
	size_t bytes = 0;

	while (bytes < limit && (done = writes ? write(fd, piece, PIECE) : read(fd, piece, PIECE)) > 0)
		bytes += (size_t)done;
	return bytes;
}

static size_t by_stdio(FILE *file, enum way way, size_t limit)
{
	char piece[PIECE] = { 0 };
	size_t bytes = 0, done;

	if (way == GETC)
		while (bytes < limit && getc(file) != EOF)
			bytes++;
	else if (way == GETC_UNLOCKED)
		while (bytes < limit && getc_unlocked(file) != EOF)
			bytes++;
	else
		while (bytes < limit && (done = way >= FWRITE ? fwrite(piece, 1, PIECE, file)
							      : fread(piece, 1, PIECE, file)) > 0)
			bytes += done;
	return bytes;
}

/* MiB per second of CPU time; 0 where it can't be tried. */
static double rate(int fd, enum way way, size_t limit)
{
	uint64_t start;
	size_t bytes;
	FILE *file = NULL;

	lseek(fd, 0, SEEK_SET);
	if (way != READ && way != WRITE) {
		int copy = dup(fd);

		file = copy < 0 ? NULL : fdopen(copy, way >= FWRITE ? "r+" : "r");
		if (!file)
			return 0;
		if (way == FREAD_UNBUFFERED || way == FWRITE_UNBUFFERED)
			setvbuf(file, NULL, _IONBF, 0);
		if (way == FREAD_LARGE)
			setvbuf(file, NULL, _IOFBF, 65536);
	}
	start = thread_ns();
	bytes = file ? by_stdio(file, way, limit) : by_calls(fd, way == WRITE, limit);
	if (file)
		fclose(file);
	return (double)bytes / MIB / ((double)(thread_ns() - start) / 1e9);
}

static int filled_file(void)
{
	int fd = memfd_create("snag-bench", MFD_CLOEXEC);
	char *bytes = xmalloc(FILE_BYTES);

	memset(bytes, 'x', FILE_BYTES);
	if (fd >= 0 && write(fd, bytes, FILE_BYTES) != (ssize_t)FILE_BYTES) {
		close(fd);
		fd = -1;
	}
	free(bytes);
	return fd;
}

void stdio_measure(struct bench *bench)
{
	double rates[WAY_COUNT][ROUNDS], middle[WAY_COUNT];
	size_t limit = bench->quick ? FILE_BYTES / 4 : FILE_BYTES;
	struct row *row;
	int fd = filled_file();

	if (fd < 0) {
		row_skip(bench->report, report_row(bench->report, "io.stdio.gain", "fread against read"),
			 "no memory file");
		return;
	}
	for (size_t round = 0; round < ROUNDS; round++)
		for (enum way way = 0; way < WAY_COUNT; way++)
			rates[way][round] = rate(fd, way, limit);
	close(fd);
	for (enum way way = 0; way < WAY_COUNT; way++) {
		middle[way] = median(rates[way], ROUNDS);
		row_value(report_row(bench->report, ways[way].name, "%s", ways[way].words), middle[way], "MiB/s");
	}
	row = report_row(bench->report, "io.stdio.gain", "fread of 64 bytes against read of 64 bytes");
	row_value(row, middle[FREAD] / middle[READ], "x");
	row_judge(bench->report, row, middle[FREAD] >= 2 * middle[READ],
		  "at least 2: small pieces by stdio are no hazard");
	row = report_row(bench->report, "io.stdio.unbuffered", "fread of 64 bytes against the same with _IONBF");
	row_value(row, middle[FREAD] / middle[FREAD_UNBUFFERED], "x");
	row_judge(bench->report, row, middle[FREAD] >= 2 * middle[FREAD_UNBUFFERED], "at least 2: _IONBF is one");
}
