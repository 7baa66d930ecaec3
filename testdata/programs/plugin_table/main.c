#include "plugin.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *watch_clock(void *unused)
{
	for (int i = 0; i < 100; i++) {
		time_t now = time(NULL);
		struct tm tm;

		localtime_r(&now, &tm);
		printf("%02d:%02d\n", tm.tm_hour, tm.tm_min);
	}
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t clock;
	int failed = 0;

	if (argc < 2 || pthread_create(&clock, NULL, watch_clock, NULL))
		return 2;
	for (unsigned i = 0; i < plugin_count; i++)
		failed |= plugins[i].start(argv[1]);
	pthread_join(clock, NULL);
	return failed;
}
