/* Large, or taken from the file system, or once, or by stdio. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static long large(int fd)
{
	static char buffer[1 << 16];
	long total = 0;
	ssize_t got;

	while ((got = read(fd, buffer, sizeof buffer)) > 0)
		total += got;
	return total;
}

static long by_block(int fd)
{
	struct stat st;
	char *buffer;
	long total = 0;
	ssize_t got;

	if (fstat(fd, &st) || !(buffer = malloc((size_t)st.st_blksize)))
		return -1;
	while ((got = read(fd, buffer, (size_t)st.st_blksize)) > 0)
		total += got;
	free(buffer);
	return total;
}

static int magic(const char *path)
{
	char first[8];
	int fd = open(path, O_RDONLY), ok = fd >= 0 && read(fd, first, sizeof first) == (ssize_t)sizeof first;

	close(fd);
	return ok && first[0] == 'x';
}

int main(int argc, char **argv)
{
	long total = 0;
	FILE *file = fopen(argv[0], "r");
	char line[40];

	for (int i = 1; i < argc; i++)
		total += magic(argv[i]);
	while (file && fgets(line, sizeof line, file))
		total++;
	return (int)(large(0) + by_block(0) + total);
}
