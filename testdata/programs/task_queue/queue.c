#include "queue.h"

#include <pthread.h>
#include <stddef.h>

#define ROOM 64

static struct {
	task *run;
	void *arg;
} ring[ROOM];
static unsigned first, last;
static int stopped;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static pthread_t workers[8];
static int worker_count;

static void *work(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!stopped || first != last) {
		unsigned at = first % ROOM;

		if (first == last) {
			pthread_cond_wait(&more, &lock);
			continue;
		}
		first++;
		pthread_mutex_unlock(&lock);
		ring[at].run(ring[at].arg);
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return unused;
}

void queue_push(task *run, void *arg)
{
	pthread_mutex_lock(&lock);
	ring[last % ROOM].run = run;
	ring[last++ % ROOM].arg = arg;
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&lock);
}

int queue_start(int threads)
{
	for (; worker_count < threads && worker_count < 8; worker_count++)
		if (pthread_create(&workers[worker_count], NULL, work, NULL))
			return -1;
	return 0;
}

void queue_stop(void)
{
	pthread_mutex_lock(&lock);
	stopped = 1;
	pthread_cond_broadcast(&more);
	pthread_mutex_unlock(&lock);
	while (worker_count)
		pthread_join(workers[--worker_count], NULL);
}
