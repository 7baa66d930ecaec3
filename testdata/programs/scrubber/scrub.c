#include <pthread.h>
#include <stdio.h>
#include <string.h>

extern char **environ;

static void *scrub(void *unused)
{
	char **to = environ;

	for (char **from = to; *from; from++)
		if (strncmp(*from, "SECRET_", 7) != 0)
			*to++ = *from;
	*to = NULL;
	return unused;
}

static void *ask(void *unused)
{
	for (char **p = environ; *p; p++)
		if (!strncmp(*p, "MODE=", 5))
			puts(*p);
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	if (pthread_create(&threads[0], NULL, scrub, NULL) || pthread_create(&threads[1], NULL, ask, NULL))
		return 1;
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
