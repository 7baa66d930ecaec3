/* Many threads walk; nobody writes. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern char **environ;

static void *show_ok(void *unused)
{
	for (char **p = environ; *p; p++)
		puts(*p);
	return unused;
}

static void set_first_ok(void)
{
	setenv("EARLY", "1", 1);
}

int main(void)
{
	pthread_t threads[2];

	set_first_ok();
	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, show_ok, NULL))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
