/* Holds back the signals that ask us to stop, so that a run can tidy up before it dies of them. */
#ifndef SNAG_DRIVER_INTERRUPT_H
#define SNAG_DRIVER_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

struct interrupt {
	sigset_t before;
	int fd; /* readable once a signal is waiting; never read, so that it stays waiting */
};

void interrupt_hold(struct interrupt *interrupt);
bool interrupt_waiting(const struct interrupt *interrupt);
/* Lets the signals through again: one that waits takes effect here. */
void interrupt_let_go(struct interrupt *interrupt);

#endif
