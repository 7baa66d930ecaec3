/* The thread and the write are started from another file. */
#include "pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *work_bad(void *clock)
{
	struct tm now;

	return localtime_r(clock, &now) ? clock : NULL; // expect: env-reader-threaded (note)
}

int pool_start(void)
{
	static time_t now;
	pthread_t thread;

	return pthread_create(&thread, NULL, work_bad, &now) || pthread_detach(thread);
}

void pool_export_bad(const char *value)
{
	setenv("TZ", value, 1); // expect: env-write-threaded
}
