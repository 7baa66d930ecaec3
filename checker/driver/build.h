/* A build as its records tell it: units with their facts, and what was linked of them. */
#ifndef SNAG_DRIVER_BUILD_H
#define SNAG_DRIVER_BUILD_H

#include "driver/scan.h"
#include "link/program.h"
#include "spool/spool.h"

struct build {
	struct scanned scanned;
	VEC(struct linked) linked; /* executables and shared libraries, sorted by name */
};

/*
 * Joins records. Two objects of one source and the same flags are one unit; a
 * source that is gone is none. Members of archives are known by name, size and
 * content, or by their name alone where only one object has it. Names of
 * programs are below `root` where they are.
 *
 * `only`: the link of that output alone, with its units; NULL: everything.
 */
void build_read(struct arena *arena, const struct spool *spool, const struct spool_records *records, const char *root,
		const char *only, struct build *build);

/* Adds those of the files (absolute) that the build has no record of, as units that nobody analysed. */
void build_expect(struct arena *arena, struct build *build, const struct commands *commands);

#endif
