#include <locale.h>
#include <pthread.h>
#include <stdio.h>

static void *work(void *unused)
{
	puts(setlocale(LC_ALL, NULL));
	return unused;
}

int main(void)
{
	pthread_t thread;

	setlocale(LC_ALL, "");
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	setlocale(LC_ALL, "C");
	return 0;
}
