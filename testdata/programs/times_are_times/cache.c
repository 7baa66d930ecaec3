/* Clocks that stay times: stamps, deadlines, durations, log lines, dates. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

struct entry {
	long id;
	time_t created_at, expires;
	long last_used;
};

static void touch(struct entry *entry, long id)
{
	entry->id = id;
	entry->created_at = time(NULL);
	entry->expires = time(NULL) + 60;
	entry->last_used = (long)time(NULL);
}

static void note(FILE *log, const char *what)
{
	fprintf(log, "[%ld] %s\n", (long)time(NULL), what);
}

static int is_old(const char *path)
{
	struct stat st;

	return stat(path, &st) || time(NULL) - st.st_mtime > 3600;
}

int main(int argc, char **argv)
{
	struct entry entry;
	struct timespec start, end;

	clock_gettime(CLOCK_MONOTONIC, &start);
	srand((unsigned)time(NULL));
	touch(&entry, argc);
	note(stderr, argv[0]);
	clock_gettime(CLOCK_MONOTONIC, &end);
	return is_old(argv[0]) || end.tv_sec - start.tv_sec > 5 || rand() % 2 || entry.expires < entry.created_at;
}
