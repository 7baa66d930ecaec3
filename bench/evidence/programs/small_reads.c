/* A file is read in pieces of 64 bytes. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char piece[64];
	size_t bytes = 0;
	ssize_t length;
	int fd = open("/proc/self/exe", O_RDONLY);

	if (fd < 0)
		return 2;
	while ((length = read(fd, piece, sizeof piece)) > 0)
		bytes += (size_t)length;
	close(fd);
	printf("%zu\n", bytes);
	return 0;
}
