/* A process that outlives the benches, so that nothing of theirs stays behind: no folder, no child. */
#ifndef SNAG_BENCH_GUARD_H
#define SNAG_BENCH_GUARD_H

#include "base/err.h"

/*
 * Runs `work` in a child that has a process group and a temporary folder of its own, and
 * gives what it returned, or 128 + the signal that ended it or us. Folder and group are gone afterwards.
 */
typedef int guarded_work(const char *folder, void *data);
bool guard_run(guarded_work *work, void *data, int *status, struct err *err);

#endif
