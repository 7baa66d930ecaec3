/* Comments that hid nothing: could they have? */
#ifndef SNAG_DRIVER_UNUSED_H
#define SNAG_DRIVER_UNUSED_H

#include "driver/scan.h"
#include "engine/marker.h"

/* A source or header with comments, and the units that read it. */
struct commented {
	const char *path; /* absolute */
	const Fact__Unit *const *units;
	size_t unit_count;
};

/*
 * Whether the run looked for what the comment is about where it stands: its rule
 * was on for the file; every unit that reads the file was analysed, and no other
 * can; for a rule on whole programs, each program that it is part of is there;
 * and of lines that hang on an #if, that some unit compiled them.
 */
bool marker_was_tried(const struct check_options *options, const struct scanned *scanned,
		      const struct program_set *programs, const struct commented *source, const struct marker *marker);

#endif
