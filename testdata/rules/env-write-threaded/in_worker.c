/* The thread itself writes, by itself and through what it calls. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void zone_helper_bad(const char *zone)
{
	setenv("TZ", zone, 1); // expect: env-write-threaded (error)
	tzset(); // expect: env-reader-threaded (note)
}

static void *run_bad(void *unused)
{
	zone_helper_bad("UTC0");
	unsetenv("TZ"); // expect: env-write-threaded (error)
	return unused;
}

static void prepare_ok(void)
{
	setenv("TZ", "UTC0", 0);
}

int main(void)
{
	pthread_t threads[2];

	prepare_ok();
	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, run_bad, NULL))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
