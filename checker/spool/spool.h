/*
 * The memory of a build: one record for each object and each linked file, put
 * there by the compiler wrapper and read by `snag report`.
 *
 * A record replaces that of the same object or output by rename, so any number
 * of compiles may write at once, and a repeated or restarted build leaves no more
 * than one. Facts lie beside the records, so that the folder can be carried to
 * another machine.
 */
#ifndef SNAG_SPOOL_SPOOL_H
#define SNAG_SPOOL_SPOOL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "spool.pb-c.h"

#include <stdbool.h>

struct spool {
	const char *home;   /* .snag of the project, which ignores itself in git */
	const char *folder; /* absolute; need not be there */
};

/* .snag/spool/RUN below the project's root; RUN is $SNAG_RUN, or "build". */
void spool_find(struct arena *arena, const char *root, struct spool *spool);

/* Makes the folders; "facts" is where facts are to lie before a record names them. */
bool spool_make(struct arena *arena, const struct spool *spool, struct err *err);
/* Has the facts file under `name`, too: as a link where that can be, else as a copy. */
bool spool_put_facts(struct arena *arena, const struct spool *spool, const char *file, const char *name,
		     struct err *err);
bool spool_put(struct arena *arena, const struct spool *spool, Spool__Record *record, struct err *err);

struct spool_records {
	VEC(Spool__Compile *) compiles; /* sorted by source, then configuration, then object */
	VEC(Spool__Link *) links;       /* sorted by output */
	VEC(const char *) bad;          /* files that are no records; moved to "bad" */
};

/* None where there is no such folder. False where it can't be read. */
bool spool_read(struct arena *arena, const struct spool *spool, struct spool_records *records, struct err *err);
char *spool_facts_path(struct arena *arena, const struct spool *spool, const char *name);

/* Removes what nothing needs: facts that no record names, and what killed writers left a day ago. */
void spool_sweep(const struct spool *spool, const struct spool_records *records);

/* Counts a command that was passed on unlooked at, by reason; only where a build has records already. */
void spool_count(struct arena *arena, const struct spool *spool, const char *reason);

struct spool_count {
	const char *reason;
	size_t count;
};
struct spool_counts {
	VEC(struct spool_count) all; /* sorted by reason */
};
void spool_counts_read(struct arena *arena, const struct spool *spool, struct spool_counts *counts);

#endif
