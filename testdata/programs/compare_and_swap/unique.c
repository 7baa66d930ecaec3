/* The clock, but never the same number twice. */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static _Atomic uint64_t last;

static uint64_t next_id(void)
{
	struct timespec ts;
	uint64_t now, before = atomic_load(&last);

	do {
		clock_gettime(CLOCK_REALTIME, &ts);
		now = (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
		if (now <= before)
			now = before + 1;
	} while (!atomic_compare_exchange_weak(&last, &before, now));
	return now;
}

int main(void)
{
	printf("%llu\n", (unsigned long long)next_id());
	return 0;
}
