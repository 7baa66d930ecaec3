#include "log.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define LINES 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_t writer;
static const char *lines[LINES];
static size_t first, count;
static bool stopping;

static void write_line(const char *text)
{
	time_t now = time(NULL);
	struct tm local;
	char stamp[32];

	localtime_r(&now, &local);
	strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &local);
	fprintf(stderr, "%s %s\n", stamp, text);
}

static void *write_lines(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	while (count > 0 || !stopping) {
		const char *text;

		if (count == 0) {
			pthread_cond_wait(&changed, &lock);
			continue;
		}
		text = lines[first];
		first = (first + 1) % LINES;
		count--;
		pthread_mutex_unlock(&lock);
		write_line(text);
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

bool log_start(void)
{
	return pthread_create(&writer, NULL, write_lines, NULL) == 0;
}

void log_line(const char *text)
{
	pthread_mutex_lock(&lock);
	if (count < LINES)
		lines[(first + count++) % LINES] = text;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

void log_stop(void)
{
	pthread_mutex_lock(&lock);
	stopping = true;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	pthread_join(writer, NULL);
}
