#include "env_util.h"

#include <pthread.h>
#include <stdio.h>

static volatile int level;

static void *meter(void *unused)
{
	while (level < 100)
		printf("%d %s\n", level++, getenv("MIXER_UNIT") ? getenv("MIXER_UNIT") : "dB");
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	EXPORT(MIXER_CARD, argc > 1 ? argv[1] : "0");
	if (pthread_create(&thread, NULL, meter, NULL))
		return 1;
	EXPORT(MIXER_UNIT, "percent");
	FORGET(MIXER_CARD);
	return pthread_join(thread, NULL);
}
