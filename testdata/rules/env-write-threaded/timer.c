/* A timer that notifies by a thread, and one that notifies by a signal. */
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static void tick_bad(union sigval unused)
{
	(void)unused;
	setenv("TICK", "1", 1); // expect: env-write-threaded (error)
}

static int by_signal_ok(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
	timer_t timer;

	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		return -1;
	return setenv("SIGNAL", "1", 1);
}

static int by_thread(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = tick_bad };
	timer_t timer;

	return timer_create(CLOCK_MONOTONIC, &event, &timer);
}

int main(void)
{
	return by_signal_ok() || by_thread();
}
