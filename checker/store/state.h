/* Reading runs: which there are, and what state every finding has in one against another. */
#ifndef SNAG_STORE_STATE_H
#define SNAG_STORE_STATE_H

#include "base/vec.h"
#include "store/store.h"

struct run_row {
	int64_t id;
	const char *uuid, *branch, *commit, *date; /* commit may be NULL */
	int64_t findings, suppressed, unchecked;   /* -1: not counted */
	int64_t seq;
};

struct run_list {
	VEC(struct run_row) all;
};

/* All closed runs, the oldest first. */
bool store_runs(struct store *store, struct arena *arena, struct run_list *list, struct err *err);

/*
 * The run that a text means: the start of its uuid (4 bytes or more), a commit,
 * or a branch, of which it is the last; "" is the last of all. `*found` is false
 * where there is none; more than one is an error.
 */
bool store_find_run(struct store *store, struct arena *arena, const char *text, struct run_row *row, bool *found,
		    struct err *err);
/* The last run of a commit up to that one. */
bool store_run_before(struct store *store, struct arena *arena, const char *commit, int64_t newest, struct run_row *row,
		      bool *found, struct err *err);

/* A finding of either of two runs; what isn't known lies in the arena or is NULL. */
struct compared {
	int64_t finding;
	enum finding_state state;
	enum level level;
	const struct suppression *suppressed; /* NULL: it isn't, in the newer run */
};

struct comparison {
	VEC(struct compared) all; /* sorted by finding */
};

/* The state of each finding in run `now` against run `base` (0: none; then all are new). */
bool store_compare(struct store *store, struct arena *arena, int64_t now, int64_t base, struct comparison *comparison,
		   struct err *err);

struct loaded {
	VEC(struct finding *) all; /* by path, line, column, rule */
};

/*
 * Findings as they stand in a run (or, where that hasn't them, in `otherwise`;
 * 0: nowhere), with steps, programs, and the state and suppression given. Their
 * rules have nothing but id and level.
 */
bool store_load(struct store *store, struct arena *arena, int64_t run, int64_t otherwise,
		const struct compared *findings, size_t count, struct loaded *loaded, struct err *err);

/* Units of a run that were not analysed in it, as "path: status". */
struct unseen {
	VEC(const char *) paths, statuses;
	VEC(const char *) analysed; /* paths of the others */
};

bool store_unseen(struct store *store, struct arena *arena, int64_t run, struct unseen *unseen, struct err *err);

/* Keys of the rules that were on in a run. */
struct named_rules {
	VEC(const char *) all;
};

bool store_rules(struct store *store, struct arena *arena, int64_t run, struct named_rules *rules, struct err *err);

/* Ids that begin so ("3f9a", "3f9ac102/0"), as the ids of the findings they mean. */
struct resolved {
	VEC(int64_t) findings;
	VEC(const char *) ids; /* the current id of each */
};

bool store_resolve(struct store *store, struct arena *arena, const char *prefix, struct resolved *resolved,
		   struct err *err);

/* The finding that has, or ever had, this id; 0: none. */
bool store_find_id(struct store *store, const char *fingerprint, uint32_t ordinal, int64_t *finding, struct err *err);

#endif
