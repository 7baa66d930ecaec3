/* Byte-wise reading that is right: somebody else reads on from there, or a person types. */
#include <fcntl.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

static void line_before_exec_ok(char **argv)
{
	char c;

	while (read(0, &c, 1) == 1 && c != '\n')
		;
	execvp(argv[0], argv);
	_exit(127);
}

static void head_before_stdio_ok(const char *path)
{
	int fd = open(path, O_RDONLY);
	FILE *rest;
	char c;

	while (read(fd, &c, 1) == 1 && c != '\n')
		;
	rest = fdopen(fd, "r");
	if (rest)
		fclose(rest);
}

static void keys_ok(void)
{
	int tty = open("/dev/tty", O_RDWR);
	struct termios mode;
	char key;

	if (tcgetattr(tty, &mode))
		return;
	while (read(tty, &key, 1) == 1 && key != 'q')
		;
}

static void serial_line_ok(const char *device)
{
	int fd = open(device, O_RDWR);
	struct termios mode = { 0 };
	char piece[255];

	cfmakeraw(&mode);
	tcsetattr(fd, TCSANOW, &mode);
	while (read(fd, piece, sizeof piece) > 0)
		;
}

static void seeds_ok(int count)
{
	unsigned char seed[16];
	int fd = open("/dev/urandom", O_RDONLY);

	while (count-- > 0)
		if (read(fd, seed, sizeof seed) < 0)
			return;
}

static void line_of_a_file_bad(const char *path)
{
	int fd = open(path, O_RDONLY);
	char c;

	while (read(fd, &c, 1) == 1 && c != '\n') // expect: io-buffer-small
		;
	close(fd);
}

int main(int argc, char **argv)
{
	head_before_stdio_ok(argv[1]);
	keys_ok();
	serial_line_ok(argv[1]);
	seeds_ok(argc);
	line_of_a_file_bad(argv[1]);
	line_before_exec_ok(argv + 1);
	return 0;
}
