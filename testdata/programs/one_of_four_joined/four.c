#include <pthread.h>
#include <stdlib.h>

/* Three threads are still there. */
static void *w(void *a)
{
	return a;
}

int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, w, NULL);
	pthread_join(t[0], NULL);
	setenv("DONE", "1", 1);
	for (int i = 1; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
