/* The findings database. The only SQL of the project stands in this folder. */
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

struct stored_run {
	const char *root; /* project root: every path is kept below it where it is; NULL: paths stay as they are */
	const char *tool_version, *config_hash, *branch, *commit; /* branch "" and commit NULL where unknown */
	int64_t started_at;                                       /* seconds since 1970, UTC */
	const struct rule_info *const *rules;
	size_t rule_count;
	const struct stored_unit *units;
	size_t unit_count;
	const struct stored_program *programs;
	size_t program_count;
	const struct finding *const *findings;
	size_t finding_count;
};

/*
 * One transaction: the whole run, or nothing. Gives the run's uuid (37 bytes).
 * The units and programs that findings and programs name have to be among the run's.
 */
bool store_run(struct store *store, const struct stored_run *run, char uuid[37], struct err *err);

#endif
