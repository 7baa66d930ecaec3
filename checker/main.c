/* snag: the program that finds; all it does stands in cli/. */
#include "cli/cli.h"

#include <fcntl.h>

/*
 * Started without standard streams, a database or a pipe would get their numbers, and our messages with them. What is
 * printed to a closed standard output is lost, and printing fails as it would have; messages go nowhere.
 */
static void open_standard_streams(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 2 ? O_WRONLY : O_RDONLY) < 0)
			return;
}

int main(int argc, char **argv)
{
	(void)argc;
	open_standard_streams();
	return cli_main(argv);
}
