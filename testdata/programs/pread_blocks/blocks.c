#include <fcntl.h>
#include <unistd.h>

enum { BLOCK = 1024 };

static unsigned checksum(int fd)
{
	unsigned char block[BLOCK];
	unsigned sum = 0;
	off_t at = 0;
	ssize_t got;

	while ((got = pread(fd, block, sizeof block, at)) > 0) {
		for (ssize_t i = 0; i < got; i++)
			sum = sum << 1 ^ block[i];
		at += got;
	}
	return sum;
}

int main(int argc, char **argv)
{
	return (int)(checksum(open(argv[argc - 1], O_RDONLY)) & 1);
}
