/* A loader switches the locale around each number, on each of its threads. */
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *load(void *text)
{
	double value;

	setlocale(LC_NUMERIC, "C");
	value = strtod(text, NULL);
	setlocale(LC_NUMERIC, "");
	return value > 1 ? text : NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	setlocale(LC_ALL, "");
	if (argc < 2 || pthread_create(&thread, NULL, load, argv[1]))
		return 2;
	pthread_join(thread, NULL);
	setlocale(LC_TIME, "C");
	return 0;
}
