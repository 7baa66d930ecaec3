/* Lines of source files by number. */
#ifndef SNAG_REPORT_SOURCE_H
#define SNAG_REPORT_SOURCE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Files held at a time: a finding and its steps seldom stand in more. */
#define SOURCES_HELD 16

/* One file and how far it was walked through: lines are mostly asked for in their order. */
struct source {
	struct arena arena;
	const char *file; /* NULL: none yet */
	const char *bytes, *end; /* `bytes` is NULL for a file that can't be read */
	const char *line; /* where line `number` begins */
	uint32_t number;
};

/* Zeroed at first. */
struct sources {
	struct source held[SOURCES_HELD];
	size_t next; /* the one that makes room */
};

/* The line without its end, be that "\n" or "\r\n". False where the file can't be read or has no such line (any more). */
bool sources_line(struct sources *sources, const char *file, uint32_t number, const char **line, size_t *length);
void sources_release(struct sources *sources);

#endif
