/* The source line of a finding with a line of carets under it. */
#ifndef SNAG_REPORT_EXCERPT_H
#define SNAG_REPORT_EXCERPT_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "model/finding.h"

/*
 * The file read last and how far: findings come sorted, so that each file is
 * read once and walked through once. Zeroed at first.
 */
struct source {
	struct arena arena;
	const char *file; /* NULL: none yet */
	const char *bytes, *end; /* `bytes` is NULL for a file that can't be read */
	const char *line; /* where line `number` begins */
	uint32_t number;
};

/*
 * Adds the two lines, or nothing where the file can't be read or has no such
 * place (any more). `color` and `plain` stand around the carets.
 */
void excerpt_add(struct strbuf *out, struct source *source, const struct place *place, const char *color,
		 const char *plain);
void source_release(struct source *source);

#endif
