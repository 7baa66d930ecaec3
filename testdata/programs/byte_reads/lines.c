/* A line from a socket, one system call a byte. */
#include <stdio.h>
#include <unistd.h>

static int read_line(int fd, char *line, size_t room)
{
	size_t length = 0;
	char c;

	while (length + 1 < room && read(fd, &c, 1) == 1) {
		if (c == '\n')
			break;
		line[length++] = c;
	}
	line[length] = '\0';
	return (int)length;
}

static int serve(int fd)
{
	char line[512];

	while (read_line(fd, line, sizeof line) > 0)
		puts(line);
	return 0;
}

#include <sys/socket.h>

int main(void)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	return serve(fd);
}
