#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void forget_session(void)
{
	unsetenv("SESSION_ID");
}

static void *heartbeat(void *unused)
{
	for (;;) {
		time_t now = time(NULL);
		struct tm *tm = localtime(&now);

		printf("alive at %02d\n", tm ? tm->tm_sec : 0);
		sleep(5);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	atexit(forget_session);
	if (setenv("SESSION_ID", "1", 1) || pthread_create(&thread, NULL, heartbeat, NULL))
		return 1;
	pthread_detach(thread);
	getchar();
	return 0;
}
