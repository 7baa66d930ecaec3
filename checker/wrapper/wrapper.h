/* `snag cc`: the compiler runs as always; after it, what it compiled is analysed and remembered. */
#ifndef SNAG_WRAPPER_WRAPPER_H
#define SNAG_WRAPPER_WRAPPER_H

#include "driver/check.h"
#include "spool/spool.h"
#include "wrapper/compiler.h"
#include "wrapper/decide.h"

struct wrapper_options {
	const struct check_options *check; /* root, scanner, rules, libc, cache, time limit */
	const struct spool *spool;
	bool at_link;                      /* what concerns a whole program is told when it is linked */
};

/*
 * Analyses what a compiler that succeeded has done, and leaves records of it.
 * The findings are those of rules that look at one unit, of each source; and
 * where a program was linked, those of the other rules on it. False where the
 * records can't be kept; the findings are there all the same.
 */
bool wrapper_analyse(struct arena *arena, const struct decision *decision, const struct wrapper_options *options,
		     struct findings *findings, struct err *err);

/* Leaves records that say why the sources weren't analysed. What can't be written then is lost. */
void wrapper_note_failure(struct arena *arena, const struct decision *decision, const struct spool *spool,
			  const char *why);

#endif
