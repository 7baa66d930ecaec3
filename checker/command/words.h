/* Command lines as words: a shell's quoting, and response files. */
#ifndef SNAG_COMMAND_WORDS_H
#define SNAG_COMMAND_WORDS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

#include <stdbool.h>

struct words {
	VEC(const char *) all;
};

/* Splits as a POSIX shell does, without its expansions. False where a quote isn't closed. */
bool words_from_shell(struct arena *arena, const char *text, struct words *words, struct err *err);

/*
 * Replaces each `@file` by the words in it, as gcc does: files in files are seen
 * from `folder`, too; a backslash quotes in any quotes; what can't be read is an
 * ordinary argument. False where files lead to each other without end.
 */
bool words_expand(struct arena *arena, const char *folder, const struct words *words, struct words *expanded,
		  struct err *err);

#endif
