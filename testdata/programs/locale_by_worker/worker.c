#include <locale.h>
#include <pthread.h>
#include <stdio.h>

static void *write_numbers(void *path)
{
	FILE *file = fopen(path, "w");
	char *old = setlocale(LC_NUMERIC, NULL);

	(void)old;
	setlocale(LC_NUMERIC, "C");
	if (file) {
		fprintf(file, "%f\n", 1.5);
		fclose(file);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, write_numbers, "x");
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
