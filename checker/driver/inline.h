/* Suppressions that stand in sources, applied to what was found. */
#ifndef SNAG_DRIVER_INLINE_H
#define SNAG_DRIVER_INLINE_H

#include "driver/scan.h"
#include "store/store.h"

struct inline_markers {
	VEC(struct stored_marker) all;
};

/*
 * Reads the project's sources and headers that were analysed, sets `suppressed`
 * of the findings that a comment or the configuration covers, adds findings on
 * comments that cover nothing, and gives all comments for the database.
 */
void inline_apply(struct arena *arena, const struct scanned *scanned, const struct program_set *programs,
		  const struct check_options *options, struct findings *findings, struct inline_markers *markers);

#endif
