/* One system call for each byte that goes out. */
#include <unistd.h>

static int put(int fd, char c)
{
	return write(fd, &c, 1) == 1;
}

static int escape(int fd, const char *text)
{
	for (; *text; text++) {
		if (*text == '<' && !put(fd, '&'))
			return -1;
		if (!put(fd, *text))
			return -1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	return escape(1, argv[argc - 1]);
}
