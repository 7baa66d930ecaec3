/* snag: the program that finds; all it does stands in cli/. */
#include "cli/cli.h"

#include <fcntl.h>
#include <unistd.h>

/* Started without standard streams, a database or a pipe would get their numbers, and our messages with them. */
static void open_standard_streams(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR);
	while (fd >= 0 && fd <= 2);
	if (fd > 2)
		close(fd);
}

int main(int argc, char **argv)
{
	(void)argc;
	open_standard_streams();
	return cli_main(argv);
}
