/* One thread sets new names, another looks for one that is not there. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *read_names(void *unused)
{
	(void)unused;
	for (int i = 0; i < 300000; i++)
		if (getenv("MISSING"))
			puts("found");
	return NULL;
}

int main(void)
{
	pthread_t reader;

	if (pthread_create(&reader, NULL, read_names, NULL) != 0)
		return 2;
	for (int i = 0; i < 3000; i++) {
		char name[32];

		snprintf(name, sizeof name, "NAME_%d", i);
		setenv(name, "value", 1);
	}
	pthread_join(reader, NULL);
	return 0;
}
