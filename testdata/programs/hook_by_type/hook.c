#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

/* Nothing but its type says what the plugin's hook may be: one guess. */
static void apply(const char *zone)
{
	setenv("TZ", zone, 1);
}

static void (*const known)(const char *) = apply;
static void *worker(void *library)
{
	void (*hook)(const char *) = (void (*)(const char *))dlsym(library, "zone_hook");
	if (hook)
		hook("UTC");
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	if (argc > 2) {
		known(argv[2]);
		return 0;
	}
	pthread_create(&thread, NULL, worker, dlopen(argv[1], RTLD_NOW));
	return pthread_join(thread, NULL);
}
