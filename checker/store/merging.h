/* The steps of a merge. They work in `main`, from `other`, with tables of their own in `temp` that say which row is which. */
#ifndef SNAG_STORE_MERGING_H
#define SNAG_STORE_MERGING_H

#include "store/statement.h"

bool merge_names(struct store *store, struct err *err);    /* rules, files, units, programs */
bool merge_findings(struct store *store, struct err *err); /* findings and their sites */
bool merge_sets(struct store *store, struct err *err);     /* what was found in a unit */
bool merge_runs(struct store *store, struct err *err);     /* runs, and what each saw */
bool merge_order(struct store *store, struct err *err);    /* numbers of runs */
bool merge_changes(struct store *store, struct err *err);  /* what each run changed; decisions of the database */

/* Puts rows from the stages into their tables; of those that are of one finding now, the strongest. */
bool merge_settle(struct store *store, struct err *err);

#endif
