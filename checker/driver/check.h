/* One run of `snag check`: commands to facts to programs to findings to the database. */
#ifndef SNAG_DRIVER_CHECK_H
#define SNAG_DRIVER_CHECK_H

#include "cache/cache.h"
#include "command/command.h"
#include "driver/revision.h"
#include "engine/engine.h"
#include "store/store.h"

struct check_options {
	const char *root;            /* project root, absolute */
	const char *scanner;         /* path of snag-scan */
	const char *shared;          /* socket of a scanner that other commands use as well; NULL: none is shared */
	const char *database;        /* path, or ":memory:" */
	const struct rule *const *rules;
	size_t rule_count;
	const struct cache *cache;   /* of facts; NULL: everything is scanned */
	bool facts_unread;           /* facts that the cache has aren't read: only that they are there counts */
	bool rules_by_name;          /* asked for one by one: what the configuration turns off runs, too */
	struct configs *configs;     /* with the root and the folders of all commands asked for */
	const char *models;          /* extension_text of them; NULL: none */
	unsigned jobs;
	unsigned timeout_seconds;    /* a translation unit */
	bool all_one_program;        /* files given by name */
	bool whole_build;            /* every command of the build is there */
	struct revision revision;
	const char *run_name;        /* NULL: a new one */
	unsigned max_days;           /* that a comment may suppress, from today; 0: for ever */
	const struct stored_decision *decisions; /* suppressions from outside of the sources */
	size_t decision_count;
	const struct rule_info *const *known_rules; /* all that there are, off or on; none: nobody knows */
	size_t known_rule_count;
	/* Called after each unit; may be NULL. */
	void (*progress)(void *data, size_t done, size_t total, const char *file);
	void *progress_data;
};

struct check_unit {
	const char *file, *configuration, *note;
	Fact__Status status;
	int64_t ms, cpu_ms;
	int64_t memory_kib;      /* of the scanner, at its largest */
	bool cached;                 /* its facts are those of an earlier run */
	bool skipped;                /* nobody tried to analyse it */
	uint32_t functions, instructions, opaques;
	const Fact__Unit *facts; /* NULL until they are read */
};

struct check_result {
	VEC(struct check_unit) units; /* in the order of the commands */
	size_t program_count;
	struct findings findings;
	int64_t ms, link_cpu_ms, rules_cpu_ms;
	struct closed_run closed;
	const char *remote; /* store_remote of the database */
};

/* False only for what stops the whole run: no scanner, no database, no room. What one unit lacks stands in its row. */
bool check_run(struct arena *arena, const struct commands *commands, const struct check_options *options,
	       struct check_result *result, struct err *err);

/* The same of a build that was scanned while it was made. */
struct build;
bool check_build(struct arena *arena, const struct build *build, const struct check_options *options,
		 struct check_result *result, struct err *err);

#endif
