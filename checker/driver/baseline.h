/* The baseline: a file of decisions, one a line, that people read and git merges. */
#ifndef SNAG_DRIVER_BASELINE_H
#define SNAG_DRIVER_BASELINE_H

#include "store/store.h"

#define BASELINE_NAME ".snag-baseline"

struct baseline_entry {
	const char *fingerprint;
	uint32_t ordinal;
	const char *rule, *path, *function; /* for people, and for the day on which ids change */
	const char *date;                   /* on which it was decided */
	struct suppression what;            /* source "baseline" */
	int64_t finding;                    /* set by baseline_resolve; 0: this database doesn't know it */
};

struct baseline {
	VEC(struct baseline_entry) entries;
};

/* `name` stands in messages. Empty lines and those that begin with '#' are skipped; order and repetitions don't matter. */
bool baseline_parse(struct arena *arena, const char *name, const char *text, struct baseline *baseline,
		    struct err *err);
/* The file at the root; none is an empty one. */
bool baseline_read(struct arena *arena, const char *root, struct baseline *baseline, struct err *err);
/* The file as it was in that commit. */
bool baseline_of_commit(struct arena *arena, const char *root, const char *commit, struct baseline *baseline,
			struct err *err);
/* Sorted by path, then id, each once. */
bool baseline_write(const char *root, struct baseline *baseline, struct err *err);
/* No entry holds for longer than so many days from its date (one without: from today); 0: for ever. */
void baseline_limit(struct arena *arena, struct baseline *baseline, unsigned days);
bool baseline_resolve(struct store *store, struct baseline *baseline, struct err *err);

#endif
