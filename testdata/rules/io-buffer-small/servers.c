/* Connections: read in pieces by a loop around them, and once each. */
#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#define PLACES 4

struct connection {
	int fd;
	char room[256];
};

static struct connection connections[PLACES];
static int used;

static void more_input_bad(struct connection *connection)
{
	if (read(connection->fd, connection->room, sizeof connection->room) <= 0) // expect: io-buffer-small
		close(connection->fd);
}

static void serve_many(int listener, int rounds)
{
	struct pollfd wanted = { listener, POLLIN, 0 };

	while (rounds-- > 0) {
		if (poll(&wanted, 1, 1000) == 1 && used < PLACES)
			connections[used++].fd = accept(listener, NULL, NULL);
		for (int i = 0; i < used; i++)
			more_input_bad(&connections[i]);
	}
}

static void one_request_each_ok(int listener, int rounds)
{
	char request[512];

	while (rounds-- > 0) {
		int fd = accept(listener, NULL, NULL);

		if (fd < 0)
			continue;
		if (read(fd, request, sizeof request) > 0)
			write(fd, "done\n", 5);
		close(fd);
	}
}

static int read_line_bad(int fd, char *line, int size)
{
	int length = 0;
	char c = 0;

	while (length < size - 1 && c != '\n') {
		if (recv(fd, &c, 1, 0) <= 0) // expect: io-buffer-small
			break;
		line[length++] = c;
	}
	return length;
}

static ssize_t read_again_bad(int fd, void *room, size_t size)
{
	ssize_t n;

	do
		n = read(fd, room, size); // expect: io-buffer-small
	while (n < 0);
	return n;
}

static void reads_through_wrapper(int fd)
{
	char piece[100];

	while (read_again_bad(fd, piece, sizeof piece) > 0)
		;
}

int main(int argc, char **argv)
{
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	int fd = accept(listener, NULL, NULL);
	char line[80];

	(void)argv;
	serve_many(listener, argc);
	one_request_each_ok(listener, argc);
	reads_through_wrapper(fd);
	return read_line_bad(fd, line, sizeof line);
}
