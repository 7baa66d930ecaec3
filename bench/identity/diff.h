/* What git says became of each line from one commit to another. */
#ifndef SNAG_BENCH_DIFF_H
#define SNAG_BENCH_DIFF_H

#include "base/err.h"
#include "base/map.h"
#include "base/vec.h"

struct hunk {
	uint32_t from, from_count, to_count; /* nothing removed: what is added stands behind line `from` */
};

struct file_diff {
	const char *from, *to; /* `from` "": the file is new; `to` NULL: it is gone, "": it has its old name */
	VEC(struct hunk) hunks;
};

struct diff {
	struct names by_path; /* of the older commit */
	VEC(struct file_diff) files; /* in parallel */
	struct arena arena;
};

/* Reads what `git diff -U0 -M --src-prefix= --dst-prefix=` printed. */
bool diff_read(const char *path, struct diff *diff, struct err *err);
void diff_release(struct diff *diff);

/*
 * Where lines `first` to `last` of the older commit are in the newer one: true
 * where they are there untouched, one after the other.
 */
bool diff_follow(const struct diff *diff, const char *path, uint32_t first, uint32_t last, const char **new_path,
		 uint32_t *new_first);

#endif
