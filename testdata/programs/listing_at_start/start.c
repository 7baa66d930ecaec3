#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

static size_t count;

static void count_all(void)
{
	for (char **p = environ; *p; p++)
		count++;
}

static void *work(void *unused)
{
	printf("%zu variables at the start\n", count);
	return unused;
}

int main(void)
{
	pthread_t thread;

	count_all();
	setenv("COUNTED", "1", 1);
	if (pthread_create(&thread, NULL, work, NULL))
		return 1;
	return pthread_join(thread, NULL);
}
