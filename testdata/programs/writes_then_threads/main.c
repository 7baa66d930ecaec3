#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct option {
	const char *name, *value;
};

static void export_all(const struct option *o)
{
	for (; o->name; o++)
		setenv(o->name, o->value, 0);
}

static void *work(void *arg)
{
	printf("%s %s\n", (const char *)arg, getenv("OMP_SCHEDULE"));
	return NULL;
}

int main(void)
{
	static const struct option options[] = { { "OMP_SCHEDULE", "static" }, { "OMP_STACKSIZE", "4M" }, { NULL, NULL } };
	pthread_t threads[2];

	export_all(options);
	if (pthread_create(&threads[0], NULL, work, "a"))
		return 1;
	if (pthread_create(&threads[1], NULL, work, "b"))
		return 1;
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}
