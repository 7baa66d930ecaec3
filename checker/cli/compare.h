/* Runs by name, and what one changed against another: for `snag diff` and `snag gate`. */
#ifndef SNAG_CLI_COMPARE_H
#define SNAG_CLI_COMPARE_H

#include "cli/project.h"
#include "store/state.h"

/* The run that a word means: a uuid's start, a commit, a branch, or what git calls so. Having none is an error. */
bool compare_find_run(struct arena *arena, struct store *store, const struct project *project, const char *text,
		      struct run_row *run, struct err *err);
/*
 * The run that `now` is to be held against: as above, else of the commit that
 * `text` and the working tree are both built on, or the nearest before it that
 * has a run. `*found` is false where there is none; `commit` (may get NULL) is
 * what git says `text` is.
 */
bool compare_find_base(struct arena *arena, struct store *store, const struct project *project, const char *text,
		       const struct run_row *now, struct run_row *run, bool *found, const char **commit, struct err *err);

#endif
