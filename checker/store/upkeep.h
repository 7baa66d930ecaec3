/* Upkeep: letting old runs go, and looking whether the file is sound. */
#ifndef SNAG_STORE_UPKEEP_H
#define SNAG_STORE_UPKEEP_H

#include "store/store.h"

/*
 * Lets go of what runs saw but the last `keep` of each branch, and gives the
 * room back. What each run changed, and every id, stays known. `removed` gets
 * the number of runs.
 */
bool store_gc(struct store *store, unsigned keep, int64_t *removed, struct err *err);

/* Snapshots that no run has, and sets that no snapshot has, within a transaction of the caller's. */
bool store_sweep(struct store *store, struct err *err);

/* Sets the owner of each file that something was found in, as `owner_of` (a path below the root; NULL: nobody) says. */
bool store_set_owners(struct store *store, const char *(*owner_of)(const void *data, const char *path), const void *data,
		      struct err *err);

/* False, with the first trouble in `err`, where the file or what its rows say of each other is broken. */
bool store_check(struct store *store, struct err *err);

#endif
