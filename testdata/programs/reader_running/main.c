/* Three threads read the environment, one after the other: only the one that runs meets the write. */
#include <pthread.h>
#include <stdlib.h>

static pthread_t late;

static void *read_first(void *unused)
{
	return getenv("FIRST") ? unused : NULL;
}

static void *read_now(void *unused)
{
	return getenv("NOW") ? unused : NULL;
}

static void *read_later(void *unused)
{
	return getenv("LATER") ? unused : NULL;
}

static void read_early(void)
{
	pthread_t early[2];

	for (int i = 0; i < 2; i++)
		if (pthread_create(&early[i], NULL, read_first, NULL))
			abort();
	for (int i = 0; i < 2; i++)
		pthread_join(early[i], NULL);
}

int main(void)
{
	pthread_t now;

	read_early();
	if (pthread_create(&now, NULL, read_now, NULL))
		return 1;
	setenv("MODE", "1", 1);
	pthread_join(now, NULL);
	if (pthread_create(&late, NULL, read_later, NULL))
		return 1;
	return pthread_join(late, NULL);
}
