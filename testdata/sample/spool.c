#include "spool.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define KEEP_SIZE (64 * 1024)

static bool write_all(int to, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t written = write(to, bytes, length);

		if (written < 0)
			return false;
		bytes += written;
		length -= (size_t)written;
	}
	return true;
}

static bool copy(int from, int to, char *buffer, size_t size)
{
	ssize_t got;

	while ((got = read(from, buffer, size)) > 0)
		if (!write_all(to, buffer, (size_t)got))
			return false;
	return got == 0;
}

bool spool_put(const char *spool, const char *file)
{
	char buffer[256];
	int from = open(file, O_RDONLY);
	int to = open(spool, O_WRONLY | O_CREAT | O_APPEND, 0600);
	bool stored = from >= 0 && to >= 0;

	while (stored) {
		ssize_t got = read(from, buffer, sizeof buffer);

		if (got <= 0) {
			stored = got == 0;
			break;
		}
		stored = write_all(to, buffer, (size_t)got);
	}
	close(from);
	close(to);
	return stored;
}

bool spool_keep(const char *spool, const char *file)
{
	char *buffer = malloc(KEEP_SIZE);
	int from = open(spool, O_RDONLY);
	int to = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	bool kept = buffer && from >= 0 && to >= 0 && copy(from, to, buffer, KEEP_SIZE);

	close(from);
	close(to);
	free(buffer);
	return kept && unlink(spool) == 0;
}
