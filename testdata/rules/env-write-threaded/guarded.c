/* Locks and once-guards order our own threads only: libc's readers know nothing of them. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void once_bad(void)
{
	setenv("ONCE", "1", 1); // expect: env-write-threaded (error)
}

static void locked_bad(void)
{
	pthread_mutex_lock(&lock);
	setenv("LOCKED", "1", 1); // expect: env-write-threaded (error)
	pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
	pthread_once(&once, once_bad);
	locked_bad();
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, work, NULL))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
