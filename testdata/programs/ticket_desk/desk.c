/* Tickets are numbered by the clock, by several clerks at a time. */
#include "now.h"

#include <pthread.h>
#include <stdio.h>

struct ticket {
	unsigned long long number;
	unsigned long long issued_at;
};

static void issue(struct ticket *ticket)
{
	unsigned long long ticket_id = now_us();

	ticket->number = ticket_id;
	ticket->issued_at = now_us();
}

static void *clerk(void *unused)
{
	struct ticket ticket;

	issue(&ticket);
	printf("%llu\n", ticket.number);
	return unused;
}

int main(void)
{
	pthread_t clerks[2];

	for (int i = 0; i < 2; i++)
		if (pthread_create(&clerks[i], NULL, clerk, NULL))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(clerks[i], NULL);
	return 0;
}
