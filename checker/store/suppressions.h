/* Decisions that stand in the database alone: for whoever sorts findings, seen by nobody else. */
#ifndef SNAG_STORE_SUPPRESSIONS_H
#define SNAG_STORE_SUPPRESSIONS_H

#include "base/vec.h"
#include "store/store.h"

struct suppression_row {
	int64_t row;
	const char *id, *rule, *path; /* of its finding; of patterns no id, and the patterns */
	const char *date;             /* when it was made */
	struct suppression what;      /* source "database" */
	bool there;                   /* the last run of some branch has such a finding */
};

struct suppression_list {
	VEC(struct suppression_row) all;
};

/* Those that weren't taken back, the oldest first. */
bool store_suppressions(struct store *store, struct arena *arena, struct suppression_list *list, struct err *err);

/* `at`: seconds since 1970. An earlier one of the same finding is taken back. */
bool store_suppress(struct store *store, int64_t finding, const struct suppression *what, int64_t at, struct err *err);
bool store_revoke(struct store *store, int64_t row, int64_t at, struct err *err);

#endif
