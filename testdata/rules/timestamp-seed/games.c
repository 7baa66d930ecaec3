// rule: timestamp-seed
/* Numbers for games and pauses: nobody is told apart by them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct session {
	long id, stamp;
	int level;
};

static void dice_ok(void)
{
	srand((unsigned)time(NULL));
}

static void random_ok(void)
{
	srandom((unsigned)time(NULL));
}

static void with_process_ok(void)
{
	srand((unsigned)time(NULL) ^ (unsigned)getpid());
}

static void by_nanosecond_ok(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	srand((unsigned)ts.tv_nsec);
}

static void once_ok(void)
{
	static int seeded;

	if (!seeded)
		srand48(time(NULL));
	seeded = 1;
}

static void level_ok(void)
{
	struct session session;

	session.level = rand() % 10;
	printf("%d\n", session.level);
}

static void wait_ok(void)
{
	usleep((useconds_t)(rand() % 1000));
}

int main(void)
{
	dice_ok();
	random_ok();
	with_process_ok();
	by_nanosecond_ok();
	once_ok();
	level_ok();
	wait_ok();
	return 0;
}
