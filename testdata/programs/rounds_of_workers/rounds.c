#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 4

static void *work(void *arg)
{
	printf("%d %s\n", *(int *)arg, getenv("ROUND"));
	return NULL;
}

static void run_round(void)
{
	pthread_t threads[WORKERS];
	int numbers[WORKERS], started = 0;

	for (; started < WORKERS; started++) {
		numbers[started] = started;
		if (pthread_create(&threads[started], NULL, work, &numbers[started]))
			break;
	}
	for (int i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
}

int main(void)
{
	char text[12];

	for (int round = 0; round < 3; round++) {
		snprintf(text, sizeof text, "%d", round);
		setenv("ROUND", text, 1);
		run_round();
	}
	return 0;
}
