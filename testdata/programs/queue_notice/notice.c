#include <mqueue.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The queue's notice comes on a thread of its own. */
static void arrived(union sigval v)
{
	char **x = v.sival_ptr;
	unsetenv(*x);
}

int main(int argc, char **argv)
{
	struct sigevent ev;
	mqd_t q = mq_open("/q", 0);
	(void)argc;
	memset(&ev, 0, sizeof ev);
	ev.sigev_notify = SIGEV_THREAD;
	ev.sigev_notify_function = arrived;
	ev.sigev_value.sival_ptr = argv;
	mq_notify(q, &ev);
	setenv("READY", "1", 1);
	pause();
	return 0;
}
