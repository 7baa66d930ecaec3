/* Each thread has a locale of its own, and a forked child may set what it likes. */
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void *work(void *arg)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), old = uselocale(c);

	printf("%f\n", *(double *)arg);
	uselocale(old);
	freelocale(c);
	return NULL;
}

int main(void)
{
	double value = 1.5;
	pthread_t thread;

	setlocale(LC_ALL, "");
	pthread_create(&thread, NULL, work, &value);
	if (fork() == 0) {
		setlocale(LC_ALL, "C");
		_exit(0);
	}
	pthread_join(thread, NULL);
	wait(NULL);
	return 0;
}
