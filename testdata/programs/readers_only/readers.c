#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *stamp(void *name)
{
	time_t now = time(NULL);
	struct tm tm;

	if (localtime_r(&now, &tm))
		printf("%s %02d:%02d %s\n", (const char *)name, tm.tm_hour, tm.tm_min, getenv("LANG"));
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	if (pthread_create(&threads[0], NULL, stamp, "a") || pthread_create(&threads[1], NULL, stamp, "b"))
		return 1;
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
