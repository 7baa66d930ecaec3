/* One thread sets new names, another asks for the local time. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *read_time(void *unused)
{
	time_t now = time(NULL);

	(void)unused;
	for (int i = 0; i < 100000; i++)
		if (!localtime(&now))
			puts("no time");
	return NULL;
}

int main(void)
{
	pthread_t reader;

	if (pthread_create(&reader, NULL, read_time, NULL) != 0)
		return 2;
	for (int i = 0; i < 3000; i++) {
		char name[32];

		snprintf(name, sizeof name, "NAME_%d", i);
		setenv(name, "value", 1);
	}
	pthread_join(reader, NULL);
	return 0;
}
