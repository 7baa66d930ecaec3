/* Readings that are stored, returned, handed over and formatted as identifiers. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

struct request {
	uint64_t id;
	char token[40];
	time_t created;
};

struct message_id {
	uint64_t high, low;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static void fill_now(struct timespec *ts)
{
	timespec_get(ts, TIME_UTC);
}

static void send_all(uint64_t number)
{
	printf("%llu\n", (unsigned long long)number);
}

static void enqueue(uint64_t message_id, int size)
{
	printf("%llu %d\n", (unsigned long long)message_id, size);
}

static void member_bad(struct request *request)
{
	request->id = now_ns(); // expect: timestamp-id
}

static void microseconds_bad(struct request *request)
{
	struct timeval tv;

	gettimeofday(&tv, NULL);
	request->id = (uint64_t)tv.tv_sec << 20 | (uint64_t)tv.tv_usec; // expect: timestamp-id
}

static void seconds_bad(struct request *request)
{
	request->id = (uint64_t)time(NULL); // expect: timestamp-id
}

static void variable_bad(void)
{
	uint64_t request_id = now_ns(); // expect: timestamp-id

	send_all(request_id);
}

static uint32_t make_txn_bad(void)
{
	struct timespec ts;

	fill_now(&ts);
	return (uint32_t)ts.tv_nsec; // expect: timestamp-id
}

static uint64_t make_session_key_bad(void)
{
	return now_ns() * 31; // expect: timestamp-id
}

static void through_variable_bad(struct request *request)
{
	uint64_t stamp = now_ns();

	send_all(stamp);
	request->id = stamp ^ 0x5bd1e995u; // expect: timestamp-id
}

static void filled_by_helper_bad(struct request *request)
{
	struct timespec ts;

	fill_now(&ts);
	request->id = (uint64_t)ts.tv_nsec; // expect: timestamp-id
}

static void parameter_bad(void)
{
	enqueue(now_ns(), 12); // expect: timestamp-id
}

static void formatted_bad(struct request *request)
{
	snprintf(request->token, sizeof request->token, "t%llx", (unsigned long long)now_ns()); // expect: timestamp-id
}

static void copied_bad(unsigned char *nonce)
{
	uint64_t ns = now_ns();

	memcpy(nonce, &ns, sizeof ns); // expect: timestamp-id
}

static void buffer_parameter_bad(char *session, size_t size)
{
	snprintf(session, size, "%llu", (unsigned long long)now_ns()); // expect: timestamp-id
}

static void record_bad(struct message_id *m)
{
	m->high = now_ns(); // expect: timestamp-id
	m->low = 0;
}

static void first_place_only_bad(struct request *request)
{
	uint64_t id = now_ns(); // expect: timestamp-id

	request->id = id;
	snprintf(request->token, sizeof request->token, "%llu", (unsigned long long)id);
}

static time_t cached;

static void tick(void)
{
	cached = time(NULL);
}

static void cached_reading_bad(struct request *request)
{
	request->id = (uint64_t)cached; // expect: timestamp-id
}

int main(void)
{
	struct request r;
	struct message_id m;
	unsigned char nonce[8];
	char session[40];

	tick();
	member_bad(&r);
	microseconds_bad(&r);
	seconds_bad(&r);
	variable_bad();
	send_all(make_txn_bad());
	send_all(make_session_key_bad());
	through_variable_bad(&r);
	filled_by_helper_bad(&r);
	parameter_bad();
	formatted_bad(&r);
	copied_bad(nonce);
	buffer_parameter_bad(session, sizeof session);
	record_bad(&m);
	first_place_only_bad(&r);
	cached_reading_bad(&r);
	return 0;
}
