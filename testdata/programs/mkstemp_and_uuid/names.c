/* Names and numbers that can't meet. */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static uint64_t sequence;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t next_request_id(void)
{
	uint64_t id;

	pthread_mutex_lock(&lock);
	id = ((uint64_t)time(NULL) << 20) + ++sequence;
	pthread_mutex_unlock(&lock);
	return id;
}

static uint64_t new_session_id(void)
{
	uint64_t id = 0;

	if (getrandom(&id, sizeof id, 0) != (ssize_t)sizeof id)
		abort();
	return id ^ (uint64_t)time(NULL);
}

static int temporary(void)
{
	char path[] = "/tmp/work-XXXXXX";

	return mkstemp(path);
}

static int journal(void)
{
	char path[80];

	snprintf(path, sizeof path, "/var/log/journal.%ld", (long)time(NULL));
	return open(path, O_WRONLY | O_CREAT | O_APPEND | O_EXCL, 0600);
}

int main(void)
{
	return (int)(next_request_id() ^ new_session_id()) + temporary() + journal();
}
