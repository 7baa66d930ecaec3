/* Loops through which a whole file or stream goes. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define SMALL 256
enum { PAGE = 4096 };

struct connection {
	int in, out;
	char room[128];
};

static long total;

static void copy_bad(int in, int out)
{
	char buffer[512];
	ssize_t n;

	while ((n = read(in, buffer, sizeof buffer)) > 0) // expect: io-buffer-small
		write(out, buffer, (size_t)n);
}

static void byte_by_byte_bad(int in, int out)
{
	char c;

	while (read(in, &c, 1) == 1) // expect: io-buffer-small
		write(out, &c, 1);
}

static void field_as_buffer_bad(struct connection *connection)
{
	ssize_t n;

	do {
		n = read(connection->in, connection->room, sizeof connection->room); // expect: io-buffer-small
		if (n > 0)
			write(connection->out, connection->room, (size_t)n);
	} while (n > 0);
}

static void page_is_a_note_bad(int in, int out)
{
	char buffer[PAGE];
	ssize_t n;

	while ((n = read(in, buffer, PAGE)) > 0) // expect: io-buffer-small (note)
		write(out, buffer, (size_t)n);
}

static void socket_bad(int from, int to)
{
	char *buffer = malloc(SMALL);
	ssize_t n;

	if (!buffer)
		return;
	while ((n = recv(from, buffer, SMALL, 0)) > 0) // expect: io-buffer-small
		send(to, buffer, (size_t)n, 0);
	free(buffer);
}

static void retries_and_goes_on_bad(int in)
{
	char buffer[64];

	for (;;) {
		ssize_t n = read(in, buffer, sizeof buffer - 1); // expect: io-buffer-small

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		total += n;
	}
}

static void by_position_bad(int in, int out)
{
	const size_t step = 1000;
	char buffer[1000];
	off_t at = 0;
	ssize_t n;

	while ((n = pread(in, buffer, step, at)) > 0) { // expect: io-buffer-small
		write(out, buffer, (size_t)n);
		at += n;
	}
}

static void goto_loop_bad(int in)
{
	char buffer[32];

again:
	if (read(in, buffer, sizeof buffer) > 0) { // expect: io-buffer-small
		total += buffer[0];
		goto again;
	}
}

static void text_out_bad(int out, const char *text)
{
	for (; *text; text++)
		write(out, text, 1); // expect: io-buffer-small
}

static void thrown_away_bad(int in)
{
	char unseen[64];

	while (read(in, unseen, sizeof unseen) == (ssize_t)sizeof unseen) // expect: io-buffer-small (note)
		;
}

static void large_ok(int in, int out)
{
	static char buffer[65536];
	ssize_t n;

	while ((n = read(in, buffer, sizeof buffer)) > 0)
		write(out, buffer, (size_t)n);
}

static void size_of_the_caller_ok(int in, char *buffer, size_t size)
{
	while (read(in, buffer, size) > 0)
		;
}

static void fills_a_buffer_ok(int in)
{
	char buffer[100];
	size_t used = 0;
	ssize_t n;

	while (used < sizeof buffer && (n = read(in, buffer + used, sizeof buffer - used)) > 0)
		used += (size_t)n;
}

static void once_ok(int in)
{
	char buffer[64];

	if (read(in, buffer, sizeof buffer) < 0)
		exit(1);
}

static void again_after_a_signal_ok(int in)
{
	char buffer[64];
	ssize_t n;

	do
		n = read(in, buffer, sizeof buffer);
	while (n < 0 && errno == EINTR);
}

static void four_times_ok(int in)
{
	char buffer[16];

	for (int i = 0; i < 4; i++)
		if (read(in, buffer, sizeof buffer) < 0)
			return;
}

static void opened_each_round_ok(char **paths)
{
	char head[64];

	for (; *paths; paths++) {
		int fd = open(*paths, O_RDONLY);

		if (fd < 0)
			continue;
		if (read(fd, head, sizeof head) < 0)
			exit(1);
		close(fd);
	}
}

static void notice_each_round_ok(int out, int rounds)
{
	while (rounds-- > 0)
		write(out, "tick\n", 5);
}

int main(int argc, char **argv)
{
	struct connection connection = { .in = 0, .out = 1 };
	int in = open(argv[1], O_RDONLY), out = open(argv[2], O_WRONLY);
	char *room = malloc((size_t)argc * 100000);

	copy_bad(in, out);
	byte_by_byte_bad(in, out);
	field_as_buffer_bad(&connection);
	page_is_a_note_bad(in, out);
	socket_bad(socket(AF_INET, SOCK_STREAM, 0), socket(AF_INET, SOCK_STREAM, 0));
	retries_and_goes_on_bad(in);
	by_position_bad(in, out);
	goto_loop_bad(in);
	text_out_bad(out, argv[0]);
	thrown_away_bad(in);
	large_ok(in, out);
	size_of_the_caller_ok(in, room, (size_t)argc * 100000);
	fills_a_buffer_ok(in);
	once_ok(in);
	again_after_a_signal_ok(in);
	four_times_ok(in);
	opened_each_round_ok(argv);
	notice_each_round_ok(out, argc);
	free(room);
	return 0;
}
