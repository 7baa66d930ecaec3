/* Joining databases: those of several machines, or of the shards of one CI run. */
#ifndef SNAG_STORE_MERGE_H
#define SNAG_STORE_MERGE_H

#include "store/store.h"

/*
 * Takes over what the others hold, row by row under the names that are the same
 * everywhere (a run's uuid, a rule's key, a path, a finding's id), never by a
 * database's own numbers: in whatever order, the result says the same, and what
 * is there already changes nothing.
 *
 * - What one database knows as one finding is one.
 * - Parts of a run (the same uuid) become one: of each unit what the part says
 *   that saw the most of it. What the run changed is found anew.
 * - Runs are numbered anew by time, no run before the one it was compared with.
 *
 * All others are looked at before anything is written. Each is taken over whole
 * or not at all; `into` is made where it is missing.
 */
bool store_merge(const char *into, const char *const *others, size_t count, struct err *err);

#endif
