/* A variable of that name of the program's own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char *variables[] = { "A=1", NULL };
static char **environ = variables;

static void *show_ok(void *unused)
{
	for (char **p = environ; *p; p++)
		puts(*p);
	return unused;
}

static void replace_ok(void)
{
	environ = variables + 1;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, show_ok, NULL))
		return 1;
	replace_ok();
	return pthread_join(thread, NULL);
}
