#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

static void *resolve(void *host)
{
	struct addrinfo *found;

	if (getaddrinfo(host, NULL, NULL, &found) == 0)
		freeaddrinfo(found);
	return NULL;
}

static int resolve_all(char **hosts, int n, pthread_t *threads)
{
	int started = 0;

	while (started < n && pthread_create(&threads[started], NULL, resolve, hosts[started]) == 0)
		started++;
	return started;
}

int main(int argc, char **argv)
{
	pthread_t threads[16];
	int n = resolve_all(argv + 1, argc - 1 < 16 ? argc - 1 : 16, threads);

	setenv("RES_OPTIONS", "timeout:1", 1);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
