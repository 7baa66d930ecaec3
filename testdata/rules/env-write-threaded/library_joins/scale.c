/* A library whose threads end before its function returns: whether its host has others isn't seen. */
#include <pthread.h>
#include <stdlib.h>

int scale_all_ok(void *one, void *other);
int scale_export_bad(const char *factor);

static void *scale_ok(void *row)
{
	return getenv("SCALE") ? row : NULL;
}

int scale_all_ok(void *one, void *other)
{
	pthread_t first, second;

	if (pthread_create(&first, NULL, scale_ok, one))
		return -1;
	if (pthread_create(&second, NULL, scale_ok, other)) {
		pthread_join(first, NULL);
		return -1;
	}
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}

int scale_export_bad(const char *factor)
{
	return setenv("SCALE", factor, 1); // expect: env-write-threaded (note)
}
