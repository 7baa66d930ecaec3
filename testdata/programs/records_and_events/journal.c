/* Small reads that are right: records, event counters, one read, small pieces by stdio. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct record {
	uint32_t kind, length;
	uint64_t at;
};

static int replay(int fd)
{
	struct record record;
	int count = 0;

	while (read(fd, &record, sizeof record) == (ssize_t)sizeof record)
		count += record.kind == 1;
	return count;
}

static void wait_for(int events)
{
	uint64_t count;

	while (read(events, &count, sizeof count) == (ssize_t)sizeof count)
		printf("%d\n", (int)count);
}

static int by_stdio(FILE *file)
{
	char part[16];
	int total = 0;

	while (fread(part, 1, sizeof part, file) == sizeof part)
		total += part[0];
	return total;
}

int main(int argc, char **argv)
{
	char first[64];
	int fd = open(argv[argc - 1], O_RDONLY);
	FILE *file = fopen(argv[argc - 1], "r");

	if (read(fd, first, sizeof first) < 0 || !file)
		return 1;
	wait_for(eventfd(0, 0));
	return replay(fd) + by_stdio(file);
}
