/* Readings beside something that makes the identifier unique. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

struct request {
	uint64_t id;
	uint32_t sequence;
};

static atomic_uint serial;
static unsigned plain_count;
static _Atomic uint64_t last;

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static void atomic_counter_ok(struct request *r)
{
	r->id = now_ns() << 8 | atomic_fetch_add(&serial, 1u);
}

static void plain_counter_ok(struct request *r)
{
	r->id = now_ns() ^ ++plain_count;
}

static void sync_counter_ok(struct request *r)
{
	r->id = now_ns() + __sync_fetch_and_add(&plain_count, 1);
}

static void random_bits_ok(struct request *r)
{
	uint64_t noise;

	if (getrandom(&noise, sizeof noise, 0) != sizeof noise)
		abort();
	r->id = now_ns() ^ noise;
}

static void random_result_ok(char *token, size_t size)
{
	snprintf(token, size, "%llx%08lx", (unsigned long long)now_ns(), (unsigned long)random());
}

static void appended_ok(char *token, size_t size)
{
	char more[16];

	snprintf(token, size, "%llx", (unsigned long long)now_ns());
	snprintf(more, sizeof more, "-%u", atomic_fetch_add(&serial, 1u));
	strncat(token, more, size - strlen(token) - 1);
}

static void uuid_bytes_ok(unsigned char uuid[16])
{
	uint64_t ms = now_ns() / 1000000;

	for (int i = 0; i < 6; i++)
		uuid[i] = (unsigned char)(ms >> (40 - 8 * i));
	if (getrandom(uuid + 6, 10, 0) != 10)
		abort();
}

static uint64_t rising_id_ok(void)
{
	uint64_t seen = atomic_load(&last), next;

	do {
		next = now_ns();
		if (next <= seen)
			next = seen + 1;
	} while (!atomic_compare_exchange_weak(&last, &seen, next));
	return next;
}

static void thread_and_rising_clock_ok(char *id, size_t size)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	snprintf(id, size, "%lu-%ld.%09ld", (unsigned long)pthread_self(), (long)ts.tv_sec, ts.tv_nsec);
}

static void pid_alone_bad(char *id, size_t size)
{
	snprintf(id, size, "%ld-%llu", (long)getpid(), (unsigned long long)now_ns()); // expect: timestamp-id
}

static void thread_and_wall_clock_bad(char *id, size_t size)
{
	snprintf(id, size, "%lu-%llu", (unsigned long)pthread_self(), (unsigned long long)now_ns()); // expect: timestamp-id
}

static void unknown_number_bad(struct request *r, int worker)
{
	r->id = now_ns() << 8 | (uint64_t)worker; // expect: timestamp-id (note)
}

int main(int argc, char **argv)
{
	struct request r;
	unsigned char uuid[16];
	char text[80];

	(void)argv;
	atomic_counter_ok(&r);
	plain_counter_ok(&r);
	sync_counter_ok(&r);
	random_bits_ok(&r);
	random_result_ok(text, sizeof text);
	appended_ok(text, sizeof text);
	uuid_bytes_ok(uuid);
	r.id = rising_id_ok();
	thread_and_rising_clock_ok(text, sizeof text);
	pid_alone_bad(text, sizeof text);
	thread_and_wall_clock_bad(text, sizeof text);
	unknown_number_bad(&r, argc);
	return 0;
}
