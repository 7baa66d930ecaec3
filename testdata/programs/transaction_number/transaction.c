#include <stdint.h>
#include <stdio.h>
#include <time.h>

typedef struct {
	uint64_t txn_id;
	double amount;
} transaction;

static uint64_t now_us(void)
{
	struct timespec ts;

	timespec_get(&ts, TIME_UTC);
	return (uint64_t)ts.tv_sec * 1000000 + (uint64_t)ts.tv_nsec / 1000;
}

static transaction begin(double amount)
{
	return (transaction){ .txn_id = now_us(), .amount = amount };
}

int main(void)
{
	transaction one = begin(1), other = begin(2);

	printf("%d\n", one.txn_id == other.txn_id);
	return 0;
}
