/* A header of fixed size, then as much as it says. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int read_frames(int fd)
{
	unsigned char head[4];
	char *body;
	int frames = 0;

	while (read(fd, head, 4) == 4) {
		uint32_t length = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];

		body = malloc(length);
		if (!body || read(fd, body, length) != (ssize_t)length) {
			free(body);
			break;
		}
		frames += body[0] == 'x';
		free(body);
	}
	return frames;
}

int main(int argc, char **argv)
{
	return read_frames(open(argv[argc - 1], O_RDONLY));
}
