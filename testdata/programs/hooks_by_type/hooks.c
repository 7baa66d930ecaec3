#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

/* Two guesses in a row: hardly more than a possibility. */
static void *library;
static void apply(const char *zone)
{
	setenv("TZ", zone, 1);
}

static void (*const known)(const char *) = apply;
static int step(int round)
{
	void (*hook)(const char *) = (void (*)(const char *))dlsym(library, "zone_hook");
	if (hook)
		hook("UTC");
	return round + 1;
}

static int (*const first)(int) = step;
static void *worker(void *data)
{
	int (*next)(int) = (int (*)(int))dlsym(library, "next_step");
	if (next)
		next(1);
	return data;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	if (argc > 2) {
		known(argv[2]);
		return first(0);
	}
	library = dlopen(argv[1], RTLD_NOW);
	pthread_create(&thread, NULL, worker, NULL);
	return pthread_join(thread, NULL);
}
