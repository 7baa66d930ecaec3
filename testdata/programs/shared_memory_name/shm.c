#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

int main(void)
{
	char name[64];
	struct timespec ts;
	int fd;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	sprintf(name, "/region-%ld", ts.tv_nsec);
	fd = shm_open(name, O_RDWR | O_CREAT, 0600);
	return fd < 0;
}
