/* Commands that the wrapper passed on without looking: a line each, by reason. */
#include "spool/spool.h"

#include "base/files.h"
#include "base/map.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line is written at once, behind all others. One that is lost is no harm. */
void spool_count(struct arena *arena, const struct spool *spool, const char *reason)
{
	const char *line = arena_printf(arena, "%s\n", reason);
	int fd = open(path_join(arena, spool->folder, "passed"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		return;
	if (write(fd, line, strlen(line)) < 0)
		unlink(path_join(arena, spool->folder, "passed"));
	close(fd);
}

static int compare_counts(const void *left, const void *right)
{
	const struct spool_count *a = left, *b = right;

	return strcmp(a->reason, b->reason);
}

void spool_counts_read(struct arena *arena, const struct spool *spool, struct spool_counts *counts)
{
	struct names reasons = { 0 };
	char *bytes, *line, *rest;
	size_t length;

	*counts = (struct spool_counts){ 0 };
	if (!file_read(arena, path_join(arena, spool->folder, "passed"), 0, &bytes, &length, NULL))
		return;
	for (line = strtok_r(bytes, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		uint32_t id = names_add(&reasons, line);

		if (id == counts->all.len)
			vec_push(arena, &counts->all, (struct spool_count){ line, 0 });
		counts->all.items[id].count++;
	}
	names_release(&reasons);
	if (counts->all.len)
		qsort(counts->all.items, counts->all.len, sizeof *counts->all.items, compare_counts);
}
