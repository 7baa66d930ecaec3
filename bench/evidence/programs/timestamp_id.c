/* Two threads make IDs of the time. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *make_ids(void *last)
{
	long *session_id = last;

	for (int i = 0; i < 10000; i++) {
		struct timespec now;

		clock_gettime(CLOCK_REALTIME, &now);
		*session_id = now.tv_sec * 1000000000L + now.tv_nsec;
	}
	return NULL;
}

int main(void)
{
	long ids[2] = { 0, 0 };
	pthread_t other;

	if (pthread_create(&other, NULL, make_ids, &ids[0]) != 0)
		return 2;
	make_ids(&ids[1]);
	pthread_join(other, NULL);
	printf("%ld %ld\n", ids[0], ids[1]);
	return 0;
}
