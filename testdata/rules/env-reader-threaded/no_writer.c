/* Threads that read while nobody writes, or wrote only before. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void set_early_ok(void)
{
	setenv("TZ", "UTC0", 1);
}

static void *show_ok(void *unused)
{
	time_t now = time(NULL);
	struct tm tm;

	localtime_r(&now, &tm);
	printf("%d\n", tm.tm_hour);
	return unused;
}

static void set_late_ok(void)
{
	unsetenv("TZ");
}

static void convert_ok(void)
{
	tzset();
}

int main(void)
{
	pthread_t thread;

	set_early_ok();
	if (pthread_create(&thread, NULL, show_ok, NULL))
		return 1;
	convert_ok();
	pthread_join(thread, NULL);
	set_late_ok();
	return 0;
}
