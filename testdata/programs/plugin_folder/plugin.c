#include <pthread.h>
#include <stdlib.h>
#include <dlfcn.h>

/* Before the library is loaded, but on a thread. */
static void *load(void *a)
{
	setenv("PLUGIN_DIR", a, 1);
	return dlopen("libplugin.so", RTLD_NOW);
}

int main(void)
{
	pthread_t t;
	void *h;
	pthread_create(&t, 0, load, "/opt");
	pthread_join(t, &h);
	return !h;
}
