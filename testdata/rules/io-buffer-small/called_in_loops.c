/* The loop stands in a caller. */
#include <fcntl.h>
#include <unistd.h>

static int next_byte_bad(int fd)
{
	unsigned char c;

	return read(fd, &c, 1) == 1 ? c : -1; // expect: io-buffer-small
}

static int next_word(int fd)
{
	int c = next_byte_bad(fd);

	return c == ' ' ? 0 : c;
}

static ssize_t refill_bad(int fd, char *room)
{
	return read(fd, room, 80); // expect: io-buffer-small
}

static int put_byte_bad(int fd, char c)
{
	return write(fd, &c, 1) == 1; // expect: io-buffer-small
}

static long first_line_of_ok(const char *path)
{
	char text[32];
	int fd = open(path, O_RDONLY);
	long n = fd < 0 ? -1 : read(fd, text, sizeof text);

	if (fd >= 0)
		close(fd);
	return n;
}

static int open_one_of(char **paths)
{
	int fd = -1;

	for (; *paths && fd < 0; paths++)
		fd = open(*paths, O_RDONLY);
	return fd;
}

static long first_that_opens_ok(char **paths)
{
	char text[32];
	int fd = open_one_of(paths);
	long n = fd < 0 ? -1 : read(fd, text, sizeof text);

	if (fd >= 0)
		close(fd);
	return n;
}

static void make_pipe(int ends[2])
{
	if (pipe(ends))
		_exit(1);
}

static void wait_for_child_ok(void)
{
	int ends[2];
	char c;

	make_pipe(ends);
	if (fork() == 0)
		_exit(0);
	close(ends[1]);
	while (read(ends[0], &c, 1) < 0)
		;
	close(ends[0]);
}

static long one_of_many_ok(int fd)
{
	char text[32];

	return read(fd, text, sizeof text);
}

static long retried_by_caller_ok(int fd)
{
	char text[32];

	return read(fd, text, sizeof text);
}

int main(int argc, char **argv)
{
	int fd = open(argv[1], O_RDONLY), out = open(argv[2], O_WRONLY);
	char room[80];
	long n;

	while (next_word(fd) > 0)
		;
	while (refill_bad(fd, room) > 0)
		;
	for (int i = 0; argv[0][i]; i++)
		put_byte_bad(out, argv[0][i]);
	for (int i = 1; i < argc; i++)
		first_line_of_ok(argv[i]);
	for (int i = 1; i < argc; i++)
		first_that_opens_ok(argv + i);
	for (int i = 1; i < argc; i++)
		wait_for_child_ok();
	for (int i = 1; i < argc; i++) {
		int other = open(argv[i], O_RDONLY);

		one_of_many_ok(other);
		close(other);
	}
	do
		n = retried_by_caller_ok(fd);
	while (n < 0);
	return 0;
}
