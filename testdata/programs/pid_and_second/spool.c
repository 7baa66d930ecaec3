/* The number of the process is the same in all its threads. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void *spool(void *text)
{
	char path[100];
	FILE *file;

	snprintf(path, sizeof path, "/var/spool/job.%d.%ld", (int)getpid(), (long)time(NULL));
	file = fopen(path, "w");
	if (file) {
		fputs(text, file);
		fclose(file);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, spool, "x");
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
