#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* pthread_once orders those who pass by it, not the readers elsewhere. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(void)
{
	setenv("MALLOC_ARENA_MAX", "2", 0);
}

static void *w(void *a)
{
	pthread_once(&once, init);
	return a;
}

int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], 0, w, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	return 0;
}
