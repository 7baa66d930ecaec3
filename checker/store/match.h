/* Which findings of a run are those of the run before it: one to one, in stages from exact to loose. */
#ifndef SNAG_STORE_MATCH_H
#define SNAG_STORE_MATCH_H

#include "model/finding.h"

/* The stages, in their order. What the last one pairs is history only: its statement has changed. */
enum match_stage {
	MATCH_EXACT,       /* the same fingerprint, as often on both sides */
	MATCH_ALIGNED,     /* the same fingerprint; which of several is told by order and by neighbouring lines */
	MATCH_NO_FUNCTION, /* the function has another name */
	MATCH_NO_PATH,     /* the file that held it is gone */
	MATCH_LOOSE,       /* neither function nor file, where only one fits */
	MATCH_EDITED,      /* the same function and subject, another statement */
};

#define MATCH_NONE SIZE_MAX

/* Where a finding is, or was in the run before. Zeroed but for what is known. */
struct match_site {
	const struct fingerprint *id;
	const char *rule, *path, *function, *subject;
	uint32_t line, column;
	uint64_t context;
	bool held;      /* of the run before: it may be there still, unseen; then only its own fingerprint will do */
	bool file_gone; /* of the run before: there is no such file any more */
	size_t other;   /* out: index on the other side, or MATCH_NONE */
	enum match_stage stage; /* out */
};

struct match_sites {
	struct match_site *items;
	size_t len;
};

/* Pairs `before` with `now`. The result doesn't depend on the order of either. */
void match_sites(struct match_sites before, struct match_sites now);

/*
 * Pairs two lists of the same fingerprint, in source order: as many as the
 * shorter one has. `left` and `right` hold the sites' contexts;
 * pair[i] is the place in `right`, or MATCH_NONE.
 */
void match_align(const uint64_t *left, size_t left_count, const uint64_t *right, size_t right_count, size_t *pair);

#endif
