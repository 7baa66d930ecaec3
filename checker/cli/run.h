/* What the commands that judge programs share: what is asked of a run, and what people see of it. */
#ifndef SNAG_CLI_RUN_H
#define SNAG_CLI_RUN_H

#include "cli/fixes.h"
#include "cli/output.h"
#include "cli/project.h"
#include "cli/revision.h"
#include "cli/settings.h"
#include "cli/sources.h"
#include "driver/check.h"

/* Everything that the command line decides of a run. */
struct run_setup {
	struct project project;
	struct revision revision;
	struct sources sources;
	struct settings settings;
	struct outputs outputs;
	VEC(const struct rule *) rules;
	bool rules_by_name;
	enum level level;
	const char *fail_on;
	bool color, quiet, allow_incomplete, strict, show_suppressed, sarif_suppressed;
	const char *category, *run_name;
	struct fixes_wanted fixes;
	char *scanner;
	struct cache cache;
	const char *stats; /* where to, or NULL */
	const struct rule_info *const *known_rules;
	const struct stored_decision *decisions; /* of the baseline */
	size_t decision_count;
};

#define OPTION_RUN { "--run", "NAME", "name of the run: parts made by several machines under one name merge to one run" }
#define OPTION_RULE { "--rule", "ID", "only this rule, preview or not; may be repeated" }
/* What is told, and how. */
#define OPTIONS_TELLING \
	OPTION_FORMAT, OPTION_OUTPUT, \
		{ "--category", "NAME", "in SARIF: which of several builds of the sources this is" }, \
		{ "--sarif-suppressed", NULL, "suppressed findings go into SARIF, too; GitHub shows them as open" }, \
		{ "--color", "WHEN", "auto (default), always, never" }, OPTION_FAIL_ON, \
		{ "--show-suppressed", NULL, "print what is suppressed, too, with the reason" }, \
		{ "--allow-incomplete", NULL, "status 0 where something, but not all, was not analysed and nothing counts" }, \
		{ "--strict", NULL, "status 3 also where something was analysed in part" }, \
		{ "-q", NULL, "no progress, no summary" }

/*
 * Reads the options. `find` tells the sources that the run is about. What was
 * set up is given back by run_release, also where this fails.
 */
typedef bool run_find_sources(struct arena *arena, const struct options *options, struct sources *sources,
			      struct err *err);
bool run_set_up(struct arena *arena, const struct options *options, run_find_sources *find, struct run_setup *setup,
		struct err *err);
void run_release(struct run_setup *setup);

/* The options for the driver: without progress. */
struct check_options run_options(const struct run_setup *setup);

/* Prints all that is to be said of the result, and gives the exit status. */
int run_tell(struct arena *arena, const struct run_setup *setup, const struct check_result *result);

#endif
