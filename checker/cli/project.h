/* Where things are: the project's root, its database, the scanner. */
#ifndef SNAG_CLI_PROJECT_H
#define SNAG_CLI_PROJECT_H

#include "cli/options.h"
#include "cli/sources.h"

struct project {
	const char *cwd;
	const char *root; /* absolute */
	char *database; /* path, or ":memory:" */
};

#define OPTION_EXPECT { "--expect", "FILE", "compile database of what should have been analysed" }
#define OPTION_ROOT { "--root", "DIR", "project root (else that of the repository, or the folder of .snag.yml)" }
#define OPTION_DB { "--db", "PATH", "findings database; ':memory:' keeps nothing (else SNAG_DB, .snag/snag.db)" }

/*
 * Asks --root, --db, SNAG_DB, and the folders upward from where the sources lie,
 * then from the compile database, then from the working folder. A repository is
 * one project, however many .snag.yml lie in it, but for those that say `root: true`:
 * what a finding is called must not depend on which part of it is checked.
 */
void project_find(struct arena *arena, const struct options *options, const struct sources *sources,
		  struct project *project);

/* False where a database that was named would need a folder made: a slip of the fingers makes none. */
bool database_folder_exists(const struct project *project, struct err *err);

/* SNAG_SCAN, else snag-scan beside this program, else in PATH. */
bool scanner_find(struct arena *arena, char **scanner, struct err *err);

/* Processors that this process may use. */
unsigned processor_count(void);

/* project_find where no sources are named. */
bool project_here(struct arena *arena, const struct options *options, struct project *project, struct err *err);

#endif
