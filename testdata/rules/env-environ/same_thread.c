/* Only the first thread touches the environment. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

static void *count_ok(void *arg)
{
	++*(int *)arg;
	return NULL;
}

static void walk_ok(void)
{
	for (char **p = environ; *p; p++)
		puts(*p);
}

static void write_bad(void)
{
	setenv("MODE", "1", 1); // expect: env-write-threaded
}

int main(void)
{
	pthread_t thread;
	int n = 0;

	if (pthread_create(&thread, NULL, count_ok, &n))
		return 1;
	write_bad();
	walk_ok();
	return pthread_join(thread, NULL) + n;
}
