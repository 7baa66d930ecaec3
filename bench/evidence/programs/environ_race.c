/* One thread sets new names, another walks over environ. */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static pthread_barrier_t start;

/* Until the last name is there. */
static void *read_on(void *unused)
{
	bool found = false;

	(void)unused;
	pthread_barrier_wait(&start);
	while (!found) {
		for (char **entry = environ; *entry; entry++)
			found |= strcmp(*entry, "NAME_999=value") == 0;
		sched_yield();
	}
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
