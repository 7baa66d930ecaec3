#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t ready = PTHREAD_ONCE_INIT;

static void load_driver(void)
{
	if (!getenv("GL_DRIVER"))
		setenv("GL_DRIVER", "soft", 1);
	puts("driver loaded");
}

static void *render(void *arg)
{
	pthread_once(&ready, load_driver);
	printf("frame %d by %s\n", *(int *)arg, getenv("GL_DRIVER"));
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int frames[2] = { 1, 2 };

	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, render, &frames[i]))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
