/* All threads are over when the environment is written. */
#include <pthread.h>
#include <stdlib.h>

#define COUNT 3

static void *work(void *unused)
{
	return unused;
}

static void after_one_join_ok(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL))
		return;
	pthread_join(thread, NULL);
	setenv("STAGE", "one", 1);
}

static void after_all_joins_ok(void)
{
	pthread_t threads[COUNT];
	int i;

	for (i = 0; i < COUNT; i++)
		if (pthread_create(&threads[i], NULL, work, NULL))
			abort();
	for (i = 0; i < COUNT; i++)
		pthread_join(threads[i], NULL);
	setenv("STAGE", "all", 1);
}

int main(void)
{
	after_one_join_ok();
	after_all_joins_ok();
	return 0;
}
