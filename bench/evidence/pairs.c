/* Timing pipes and sockets: two threads of a child, on one CPU or two, and the CPU time that both spend. */
#include "bench/evidence/transfer.h"

#include "bench/evidence/child.h"
#include "bench/evidence/stats.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS_MOST 5
#define WALL_SECONDS 1.0
#define CHILD_SECONDS 10

/* A connection over loopback; nobody else can take the place of the one that connects, since it is made first. */
static bool tcp_pair(int ends[2])
{
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t length = sizeof address;

	ends[1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ends[0] = -1;
	if (listener >= 0 && ends[1] >= 0 && bind(listener, (struct sockaddr *)&address, length) == 0 &&
	    listen(listener, 1) == 0 && getsockname(listener, (struct sockaddr *)&address, &length) == 0 &&
	    connect(ends[1], (struct sockaddr *)&address, length) == 0)
		ends[0] = accept(listener, NULL, NULL);
	if (listener >= 0)
		close(listener);
	return ends[0] >= 0;
}

/* ends[0] is read from, ends[1] written to. */
static bool open_pair(enum pair_kind kind, int ends[2])
{
	switch (kind) {
	case PAIR_PIPE:
		return pipe(ends) == 0;
	case PAIR_UNIX:
		return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
	case PAIR_TCP:
		return tcp_pair(ends);
	}
	return false;
}

struct writer {
	struct pair_try *pair;
	int fd;
};

/* Until the reader is gone. */
static void *run_writer(void *argument)
{
	struct writer *writer = argument;
	size_t size = writer->pair->write_size;
	char *buffer = malloc(size);
	ssize_t done;

	pin_to(writer->pair->writer_cpu);
	if (!buffer)
		return NULL;
	memset(buffer, 1, size);
	while ((done = write(writer->fd, buffer, size)) > 0) {
		writer->pair->writes++;
		writer->pair->short_writes += (size_t)done < size;
	}
	/* The last one is cut off by the reader's end, not short. */
	if (writer->pair->short_writes > 0 && done < 0)
		writer->pair->short_writes--;
	free(buffer);
	return NULL;
}

static bool read_some(struct pair_try *pair, int fd, char *buffer)
{
	ssize_t done = read(fd, buffer, pair->read_size);

	if (done <= 0)
		return false;
	pair->reads++;
	pair->short_reads += (size_t)done < pair->read_size;
	pair->bytes += (double)done;
	return true;
}

static void run_reader(struct pair_try *pair, int fd)
{
	size_t batch = ((size_t)256 << 10) / pair->read_size + 1;
	char *buffer = malloc(pair->read_size);
	uint64_t cpu, wall;

	if (!buffer)
		return;
	memset(buffer, 1, pair->read_size);
	read_some(pair, fd, buffer);
	pair->bytes = pair->reads = pair->short_reads = 0;
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	wall = wall_ns();
	do {
		for (size_t i = 0; i < batch; i++)
			if (!read_some(pair, fd, buffer))
				break;
		pair->spent = (double)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e9;
		pair->wall = (double)(wall_ns() - wall) / 1e9;
	} while (pair->spent < pair->cpu_seconds && pair->wall < WALL_SECONDS);
	free(buffer);
}

static void run_pair(void *argument)
{
	struct pair_try *pair = argument;
	struct writer writer = { .pair = pair };
	pthread_t thread;
	int ends[2];

	signal(SIGPIPE, SIG_IGN);
	if (!open_pair(pair->kind, ends))
		return;
	pin_to(pair->reader_cpu);
	writer.fd = ends[1];
	if (pthread_create(&thread, NULL, run_writer, &writer) != 0)
		return;
	run_reader(pair, ends[0]);
	close(ends[0]);
	pthread_join(thread, NULL);
}

void pair_run(struct pair_try *pair)
{
	struct pair_try *shared = child_shared(sizeof *shared);

	*shared = *pair;
	if (child_run(run_pair, shared, CHILD_SECONDS).end == CHILD_DONE)
		*pair = *shared;
	else
		pair->bytes = 0;
	child_unshare(shared, sizeof *shared);
}

/* Sizes worth trying between two threads: from 64 bytes, where context switches drown everything, to 1 MiB. */
#define FIRST_SIZE 6
#define LAST_SIZE 20

static bool time_pair(const struct bench *bench, enum pair_kind kind, size_t s, double *ns, double *bytes)
{
	struct pair_try pair = { .kind = kind, .read_size = (size_t)1 << s, .write_size = (size_t)1 << s,
				 .reader_cpu = bench->machine->cpus[0], .writer_cpu = bench->machine->cpus[0],
				 .cpu_seconds = bench->quick ? 0.004 : 0.012 };

	pair_run(&pair);
	if (pair.bytes <= 0)
		return false;
	*ns = pair.spent * 1e9 / pair.reads;
	*bytes = pair.bytes / pair.reads;
	return true;
}

static void time_kind(const struct bench *bench, enum pair_kind kind, struct transfer *transfer)
{
	double ns[SIZE_COUNT][ROUNDS_MOST], bytes[SIZE_COUNT][ROUNDS_MOST];

	transfer->ok = true;
	for (size_t round = 0; round < ROUNDS_MOST; round++)
		for (size_t s = FIRST_SIZE; s <= LAST_SIZE; s++)
			if (!time_pair(bench, kind, s, &ns[s][round], &bytes[s][round])) {
				transfer->ok = false;
				return;
			}
	for (size_t s = FIRST_SIZE; s <= LAST_SIZE; s++) {
		transfer->ns_per_call[s] = median(ns[s], ROUNDS_MOST);
		transfer->bytes_per_call[s] = median(bytes[s], ROUNDS_MOST);
	}
}

void transfer_pairs(const struct bench *bench, struct transfer transfers[PAIR_KINDS])
{
	static const char *const names[PAIR_KINDS][2] = {
		[PAIR_PIPE] = { "pipe", "pipe, both ends on one CPU" },
		[PAIR_UNIX] = { "unix", "Unix socket, both ends on one CPU" },
		[PAIR_TCP] = { "tcp", "TCP on loopback, both ends on one CPU" },
	};

	for (size_t i = 0; i < PAIR_KINDS; i++) {
		transfers[i] = (struct transfer){ .name = names[i][0], .words = names[i][1] };
		time_kind(bench, (enum pair_kind)i, &transfers[i]);
	}
}
