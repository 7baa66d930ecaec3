/* One thread sets new names, another walks over environ. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void *read_names(void *unused)
{
	size_t length = 0;

	(void)unused;
	for (int i = 0; i < 3000; i++)
		for (char **entry = environ; *entry; entry++)
			length += strlen(*entry);
	printf("%zu\n", length);
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
