/* A run in the form in which the database takes it. */
#ifndef SNAG_DRIVER_STORED_H
#define SNAG_DRIVER_STORED_H

#include "driver/scan.h"
#include "store/store.h"

/* Everything lies in `arena` or in what is handed over. */
void stored_run_make(struct arena *arena, const struct check_options *options, const struct scanned *scanned,
		     const struct program_set *programs, const struct findings *findings, int64_t started_at,
		     struct stored_run *run);

#endif
