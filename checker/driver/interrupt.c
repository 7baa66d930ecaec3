/* Signals held back by a mask and seen through a descriptor. */
#include "driver/interrupt.h"

#include <poll.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

static const int stoppers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

void interrupt_hold(struct interrupt *interrupt)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof stoppers / sizeof *stoppers; i++) {
		struct sigaction action;

		/* A signal that is ignored (nohup, a shell's background job) must stay ignored; held back it would be seen. */
		if (sigaction(stoppers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&set, stoppers[i]);
	}
	sigprocmask(SIG_BLOCK, &set, &interrupt->before);
	interrupt->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool interrupt_waiting(const struct interrupt *interrupt)
{
	struct pollfd fd = { .fd = interrupt->fd, .events = POLLIN };

	return poll(&fd, 1, 0) > 0 && (fd.revents & POLLIN);
}

void interrupt_let_go(struct interrupt *interrupt)
{
	if (interrupt->fd >= 0)
		close(interrupt->fd);
	sigprocmask(SIG_SETMASK, &interrupt->before, NULL);
}
