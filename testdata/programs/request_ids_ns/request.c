#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

uint64_t monotonic_ns(void);

struct request {
	uint64_t request_id;
	int fd;
};

static struct request *request_new(int fd)
{
	struct request *request = calloc(1, sizeof *request);

	if (request) {
		request->request_id = monotonic_ns();
		request->fd = fd;
	}
	return request;
}

static void *serve(void *arg)
{
	struct request *request = request_new(*(int *)arg);

	if (request)
		printf("%" PRIu64 "\n", request->request_id);
	free(request);
	return NULL;
}

int main(void)
{
	pthread_t workers[2];
	int fd = 0;

	for (int i = 0; i < 2; i++)
		pthread_create(&workers[i], NULL, serve, &fd);
	for (int i = 0; i < 2; i++)
		pthread_join(workers[i], NULL);
	return 0;
}
