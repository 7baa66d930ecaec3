/* The same work on two threads at a time. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

static void *work_bad(void *unused)
{
	setenv("MODE", "1", 1); // expect: env-write-threaded
	for (char **p = environ; *p; p++) // expect: env-environ
		puts(*p);
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, work_bad, NULL))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
