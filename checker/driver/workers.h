/* A pool of scanner processes, each with one request at a time. */
#ifndef SNAG_DRIVER_WORKERS_H
#define SNAG_DRIVER_WORKERS_H

#include "driver/check.h"
#include "driver/interrupt.h"

/* Scanners that end one after the other without a single answer between them: then none will ever answer. */
#define WORKER_DEATHS_LIMIT 10
/* A scanner keeps the time limit itself; only one that doesn't is ended by us, this many seconds later. */
#define WORKER_GRACE_SECONDS 5
#define WORKER_ANSWER_LIMIT ((size_t)1 << 20)

/* Where the facts of command `index` are left. */
char *workers_facts_path(struct arena *arena, const char *folder, size_t index);

/*
 * Has every command scanned, facts to `folder`, and fills units[i] for command
 * i. A scanner that dies or talks nonsense costs the unit it worked on. False
 * where none can be started, none answers, or the run is interrupted.
 */
bool workers_run(struct arena *arena, const struct commands *commands, const struct check_options *options,
		 const char *folder, const struct interrupt *interrupt, struct check_unit *units, struct err *err);

#endif
