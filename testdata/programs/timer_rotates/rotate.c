#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void next_key(union sigval value)
{
	static int number;
	char text[16];

	(void)value;
	snprintf(text, sizeof text, "%d", number++);
	setenv("KEY_NUMBER", text, 1);
}

int main(void)
{
	struct itimerspec every = { { 60, 0 }, { 60, 0 } };
	struct sigevent event;
	timer_t timer;

	memset(&event, 0, sizeof event);
	event.sigev_notify = SIGEV_THREAD;
	event.sigev_notify_function = next_key;
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) || timer_settime(timer, 0, &every, NULL))
		return 1;
	for (;;) {
		const char *key = getenv("KEY_NUMBER");

		puts(key ? key : "none yet");
		sleep(10);
	}
}
