/* snag: the program that finds; all it does stands in cli/. */
#include "cli/cli.h"

#include <fcntl.h>
#include <malloc.h>

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

/*
 * Linking takes and gives back large blocks all the time. The C library would ask the kernel for each of them and have
 * its pages filled anew, which took a fourth of the time; kept, they are at hand.
 */
static void keep_memory(void)
{
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 1 << 30);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

int main(int argc, char **argv)
{
	(void)argc;
	keep_memory();
	open_standard_streams();
	return cli_main(argv);
}
