/* Marks and answers of one byte, a place in a file looked at again, and ends of a pair kept elsewhere. */
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

struct client {
	int reader, writer;
};

static int pair_ok(int *reader, int *writer)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return -1;
	*reader = ends[0];
	*writer = ends[1];
	return 0;
}

static int open_ok(struct client *client)
{
	return pair_ok(&client->reader, &client->writer);
}

static void wait_ok(struct client *client)
{
	char c;

	while (read(client->reader, &c, 1) > 0)
		;
}

static void signal_ok(struct client *client, unsigned char number)
{
	write(client->writer, &number, 1);
}

static int make_ends(int ends[2])
{
	return pipe(ends);
}

static int events[2];

static void post_ok(unsigned char number)
{
	write(events[1], &number, 1);
}

static int dispatch_ok(void)
{
	unsigned char number = 0;

	return read(events[0], &number, 1) == 1 ? number : -1;
}

static void progress_ok(char mark)
{
	write(2, &mark, 1);
}

static void answer_ok(int fd, int wants)
{
	char answer;

	if (wants)
		answer = 'S';
	else
		answer = 'N';
	write(fd, &answer, 1);
}

static void put_bad(int fd, char c)
{
	write(fd, &c, 1); // expect: io-buffer-small
}

static void print_ok(int fd, const char *text)
{
	for (; *text; text++)
		put_bad(fd, *text);
}

static int state_ok(int fd)
{
	char number[16];

	return pread(fd, number, sizeof number, 0) > 0 ? number[0] : -1;
}

static long sum_bad(int fd)
{
	char piece[64];
	off_t at = 0;
	long sum = 0;
	ssize_t n;

	while ((n = pread(fd, piece, sizeof piece, at)) > 0) { // expect: io-buffer-small
		sum += piece[0];
		at += n;
	}
	return sum;
}

int main(int argc, char **argv)
{
	struct client client;
	int fd = open(argv[0], O_RDONLY);

	if (open_ok(&client) || make_ends(events))
		return 1;
	for (int i = 0; i < argc; i++) {
		signal_ok(&client, (unsigned char)argv[i][1]);
		post_ok((unsigned char)argv[i][0]);
		answer_ok(fd, i);
		progress_ok('.');
		while (state_ok(fd) == 'w')
			sleep(1);
	}
	print_ok(1, argv[0]);
	wait_ok(&client);
	while (dispatch_ok() > 0)
		;
	return (int)sum_bad(fd);
}
