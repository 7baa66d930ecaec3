/* A lease has a random token; clocks say only from when until when it holds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

struct lease {
	uint64_t token;
	time_t token_valid_from, token_expires;
};

static void take(struct lease *lease, int seconds)
{
	if (getrandom(&lease->token, sizeof lease->token, 0) != sizeof lease->token)
		abort();
	lease->token_valid_from = time(NULL);
	lease->token_expires = lease->token_valid_from + seconds;
}

int main(void)
{
	struct lease lease;

	take(&lease, 30);
	printf("%016llx until %lld\n", (unsigned long long)lease.token, (long long)lease.token_expires);
	return 0;
}
