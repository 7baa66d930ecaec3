/* One thread sets new names, another asks for the local time. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pthread_barrier_t start;

/* Until the last name is there. */
static void *read_on(void *unused)
{
	time_t now = time(NULL);

	(void)unused;
	pthread_barrier_wait(&start);
	while (!getenv("NAME_999"))
		if (!localtime(&now))
			puts("no time");
	return NULL;
}

int main(void)
{
	pthread_t reader;

	pthread_barrier_init(&start, NULL, 2);
	if (pthread_create(&reader, NULL, read_on, NULL) != 0)
		return 2;
	pthread_barrier_wait(&start);
	for (int i = 0; i < 1000; i++) {
		char name[32];

		snprintf(name, sizeof name, "NAME_%d", i);
		setenv(name, "value", 1);
	}
	pthread_join(reader, NULL);
	return 0;
}
