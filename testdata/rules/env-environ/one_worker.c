/* One worker does both; no other thread looks. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

static void *work_bad(void *unused)
{
	setenv("MODE", "1", 1); // expect: env-write-threaded
	for (char **p = environ; *p; p++)
		puts(*p);
	return unused;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work_bad, NULL))
		return 1;
	return pthread_join(thread, NULL);
}
