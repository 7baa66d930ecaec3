/* The findings database. All SQL of the project stands in this folder, but for questions that a command asks by store_query. */
#ifndef SNAG_STORE_STORE_H
#define SNAG_STORE_STORE_H

#include "base/err.h"
#include "model/finding.h"

struct store;

/*
 * Opens or makes the database (":memory:" keeps nothing), with its folder, and
 * brings an older schema up to date. Refuses a newer one, and a file that is
 * not ours, without a change to it.
 */
bool store_open(const char *path, struct store **store, struct err *err);
void store_close(struct store *store);
/* The file system that it lies on, where several machines may share that: then it works without a write-ahead log. Or NULL. */
const char *store_remote(const struct store *store);

struct stored_unit {
	const char *main_file; /* below the project root where it is */
	const char *configuration;
	const char *status;    /* as facts_status_name */
	const char *input_hash, *note;
	int64_t ms;
};

struct stored_program {
	const char *name, *kind; /* "exe", "shared", "guess" */
	bool complete;
	const char *const *units;          /* main files, with configurations in parallel */
	const char *const *configurations;
	size_t unit_count;
};

/* A suppression from outside of the sources: of one finding, or of all that two patterns match. */
struct stored_decision {
	const char *fingerprint; /* with `ordinal`: any id that the finding ever had; NULL: the patterns decide */
	uint32_t ordinal;
	const char *rule_glob, *path_glob; /* '*' stands for any characters, '/' too */
	struct suppression what;
};

/* A comment that suppresses, whether it did or not. */
struct stored_marker {
	const char *file; /* below the project root where it is */
	uint32_t line, column;
	const char *rule, *kind, *until, *reason;
	const char *state; /* "used", "unused", "unchecked", "expired" */
};

struct stored_run {
	const char *root; /* project root: every path is kept below it where it is; NULL: paths stay as they are */
	const char *tool_version, *config_hash, *branch, *commit; /* branch "" and commit NULL where unknown */
	const char *uuid;                                         /* NULL: a new one */
	int64_t started_at, closed_at;                            /* seconds since 1970, UTC; closed_at 0: now */
	int64_t ms;
	bool whole_build; /* what the run before had besides has left the build */
	/* Commits that this one is built on, the nearest first: where a branch without a run looks for its base. */
	const char *const *ancestors;
	size_t ancestor_count;
	const char *const *gone; /* files known not to be there any more, besides those that `root` has not */
	size_t gone_count;
	const struct rule_info *const *rules;
	size_t rule_count;
	const struct stored_unit *units;
	size_t unit_count;
	const struct stored_program *programs;
	size_t program_count;
	struct finding *const *findings; /* ordinal, state, was, suppressed and expired are set when the run is closed */
	size_t finding_count;
	const struct stored_decision *decisions; /* the first that fits a finding holds */
	size_t decision_count;
	const struct stored_marker *markers;
	size_t marker_count;
};

#define LEVEL_COUNT (LEVEL_ERROR + 1)

struct closed_run {
	char uuid[37];
	bool compared; /* there was a run to compare with */
	size_t counts[STATE_COUNT][LEVEL_COUNT]; /* findings, those without a row in the run too */
};

/*
 * Stores a run and closes it against the run before it, in one transaction: all
 * of it, or nothing. The units and programs that findings and programs name
 * have to be among the run's. What is set in the findings lies in `arena`.
 */
bool store_run(struct store *store, struct arena *arena, const struct stored_run *run, struct closed_run *closed,
	       struct err *err);

#endif
