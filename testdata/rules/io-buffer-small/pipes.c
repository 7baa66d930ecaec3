/* Pipes: to wake somebody, and to move data. */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static int wake[2];

struct loop {
	int ends[2];
};

static struct loop loop;

static void *work_ok(void *unused)
{
	write(wake[1], "w", 1);
	write(loop.ends[1], "x", 1);
	return unused;
}

static void woken_ok(int rounds)
{
	char c;

	while (rounds > 0)
		if (read(wake[0], &c, 1) == 1)
			rounds--;
}

static void drained_ok(void)
{
	char rest[64];

	while (read(loop.ends[0], rest, sizeof rest) > 0)
		;
}

static void from_child_bad(void)
{
	int output[2];
	char piece[128];
	pid_t child;
	ssize_t n;

	if (pipe(output) || (child = fork()) < 0)
		return;
	if (child == 0) {
		dup2(output[1], 1);
		execlp("ls", "ls", (char *)NULL);
		_exit(127);
	}
	close(output[1]);
	while ((n = read(output[0], piece, sizeof piece)) > 0) // expect: io-buffer-small
		fwrite(piece, 1, (size_t)n, stdout);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argv;
	if (pipe(wake) || socketpair(AF_UNIX, SOCK_STREAM, 0, loop.ends))
		return 1;
	if (pthread_create(&thread, NULL, work_ok, NULL))
		return 1;
	woken_ok(argc);
	drained_ok();
	from_child_bad();
	return pthread_join(thread, NULL);
}
