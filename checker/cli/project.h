/* Where things are: the project's root, its database, the scanner. */
#ifndef SNAG_CLI_PROJECT_H
#define SNAG_CLI_PROJECT_H

#include "cli/options.h"

struct project {
	char *cwd;
	char *root;     /* absolute */
	char *database; /* path, or ":memory:" */
};

#define OPTION_ROOT { "--root", "DIR", "project root (else the nearest folder upward with .snag.yml or .git)" }
#define OPTION_DB { "--db", "PATH", "findings database; ':memory:' keeps nothing (else SNAG_DB, .snag/snag.db)" }

/* Asks --root, --db, SNAG_DB and the folders upward. */
bool project_find(struct arena *arena, const struct options *options, struct project *project, struct err *err);

/* SNAG_SCAN, else snag-scan beside this program, else in PATH. */
bool scanner_find(struct arena *arena, char **scanner, struct err *err);

/* Processors that this process may use. */
unsigned processor_count(void);

#endif
