#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int helper_socket(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct timespec ts;
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	clock_gettime(CLOCK_REALTIME, &ts);
	snprintf(address.sun_path, sizeof address.sun_path, "/tmp/helper-%ld%09ld", (long)ts.tv_sec, ts.tv_nsec);
	if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address)) {
		close(fd);
		return -1;
	}
	return fd;
}

int main(void)
{
	return helper_socket() < 0;
}
