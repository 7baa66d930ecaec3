/* Comments that suppress, written into sources and taken out again. */
#ifndef SNAG_DRIVER_COMMENTS_H
#define SNAG_DRIVER_COMMENTS_H

#include "base/arena.h"
#include "base/err.h"
#include "model/finding.h"

/*
 * At the end of the finding's line, else alone above it: wherever it is then read
 * as a comment that covers the line. False where neither works (in a macro of
 * several lines, say), or the lines around aren't those that were analysed. The
 * file is absolute; `context` is the finding's.
 */
bool comment_add(const char *file, const struct finding *finding, const struct suppression *what, struct err *err);

/* The comment at that place, if each rule that it names is among `rules`; with the line where nothing else stands on it. */
bool comment_remove(const char *file, uint32_t line, uint32_t column, const char *const *rules, size_t count,
		    struct err *err);

#endif
