/* A library that leaves a thread of its own running: its host calls the other functions beside it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int sender_start_bad(const char *zone);
void sender_stop_bad(void);
int sender_set_proxy_bad(const char *url);

static pthread_t sender;
static volatile int running;

static void *send_loop_ok(void *host)
{
	while (running) {
		if (getenv("SENDER_TRACE"))
			puts(host);
		sleep(30);
	}
	return NULL;
}

int sender_start_bad(const char *zone)
{
	setenv("TZ", zone, 1); // expect: env-write-threaded (note)
	running = 1;
	return pthread_create(&sender, NULL, send_loop_ok, "collector");
}

void sender_stop_bad(void)
{
	running = 0;
	pthread_join(sender, NULL);
	unsetenv("ALL_PROXY"); // expect: env-write-threaded (note)
}

int sender_set_proxy_bad(const char *url)
{
	return setenv("ALL_PROXY", url, 1); // expect: env-write-threaded
}
