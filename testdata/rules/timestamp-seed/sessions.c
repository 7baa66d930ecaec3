// rule: timestamp-seed
/* Seeds from clocks, and a session that is numbered by what comes of them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct session {
	long id, stamp;
	int level;
};

static unsigned now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (unsigned)(ts.tv_sec * 1000 + ts.tv_nsec / 1000000);
}

static void by_second_bad(void)
{
	srand((unsigned)time(NULL)); // expect: timestamp-seed (note)
}

static void random_bad(void)
{
	srandom((unsigned)time(NULL)); // expect: timestamp-seed (note)
}

static void by_48_bad(void)
{
	srand48(time(NULL)); // expect: timestamp-seed (note)
}

static void with_process_bad(void)
{
	srand((unsigned)time(NULL) ^ (unsigned)getpid()); // expect: timestamp-seed (note)
}

static void by_nanosecond_bad(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	srand((unsigned)ts.tv_nsec); // expect: timestamp-seed (note)
}

static void through_variable_bad(void)
{
	time_t now = time(NULL);

	srand((unsigned)now); // expect: timestamp-seed (note)
}

static void filled_bad(void)
{
	time_t now;

	time(&now);
	srandom((unsigned)now); // expect: timestamp-seed (note)
}

static void scaled_bad(void)
{
	srand((unsigned)(time(NULL) * 1000 + 7)); // expect: timestamp-seed (note)
}

static void by_helper_bad(void)
{
	srand(now_ms()); // expect: timestamp-seed (note)
}

static void by_ticks_bad(void)
{
	srand((unsigned)clock()); // expect: timestamp-seed (note)
}

static void once_bad(void)
{
	static int seeded;

	if (!seeded)
		srand((unsigned)time(NULL)); // expect: timestamp-seed (note)
	seeded = 1;
}

static void chosen_bad(void)
{
	srand(getpid() % 2 ? 1 : (unsigned)time(NULL)); // expect: timestamp-seed (note)
}

static void fixed_ok(void)
{
	srand(42);
}

static void process_ok(void)
{
	srand((unsigned)getpid());
}

static void entropy_ok(void)
{
	unsigned seed = 0;

	if (!getentropy(&seed, sizeof seed))
		srand(seed);
}

static void given_ok(void)
{
	srand((unsigned)atoi("7"));
}

static void difference_ok(void)
{
	time_t before = 1;

	srand((unsigned)(time(NULL) - before > 5));
}

static void begin(struct session *session)
{
	session->id = rand();
	session->stamp = (long)time(NULL);
}

int main(void)
{
	struct session session;

	by_second_bad();
	random_bad();
	by_48_bad();
	with_process_bad();
	by_nanosecond_bad();
	through_variable_bad();
	filled_bad();
	scaled_bad();
	by_helper_bad();
	by_ticks_bad();
	once_bad();
	chosen_bad();
	fixed_ok();
	process_ok();
	entropy_ok();
	given_ok();
	difference_ok();
	begin(&session);
	return (int)session.id;
}
