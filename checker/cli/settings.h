/* What the command line, the environment and .snag.yml decide together. */
#ifndef SNAG_CLI_SETTINGS_H
#define SNAG_CLI_SETTINGS_H

#include "cli/project.h"
#include "cli/sources.h"
#include "config/config.h"

struct settings {
	struct configs *configs;     /* asked for the root and every source's folder */
	const struct config *config; /* for what concerns the whole run: that of the folder of all sources */
	const char *models;          /* of the project, for its scanners; they hold in this process, too */
	size_t excluded;             /* sources that were taken out */
};

#define OPTION_LIBC { "--libc", "NAME", "C library: portable (default), posix, auto, NAME or NAME-VERSION" }
#define OPTION_HOST { "--host", "WHAT", "process that a library is loaded into: unknown (default), threaded" }
#define OPTION_FAIL_ON { "--fail-on", "WHAT", "status 1 for: any warning or error (default), new, error, never" }
#define OPTION_LEVEL { "--level", "LEVEL", "print from this level on: note, warning (default), error" }
#define OPTION_JOBS { "-j", "N", "so many scanners at a time (default: as many as processors)" }
#define OPTION_TIMEOUT { "--timeout", "SECONDS", "for one translation unit (default 120)" }

/* Whether the options are right in themselves; what is wrong with them is told before anything is looked for. */
bool settings_check(const struct options *options, struct err *err);
/* Finds the project, too, and takes sources that the configuration excludes out of `sources`. */
bool settings_find(struct arena *arena, const struct options *options, struct sources *sources,
		   struct project *project, struct settings *settings, struct err *err);
/*
 * Asks the sources' compilers for their header folders and targets. `tell` gets
 * what people should know of it, a line a compiler; NULL: nobody does.
 */
void settings_probe(struct arena *arena, const struct settings *settings, const struct project *project,
		    struct sources *sources, void (*tell)(const char *format, ...));
/* How long a decision may hold, as the configuration at the root says it; 0: for ever. */
bool settings_max_days(struct arena *arena, const char *root, unsigned *days, struct err *err);
/* Before settings_release what came of them must be done with. */
void settings_release(struct settings *settings);

/* KEY_JOBS with "auto" answered. */
unsigned settings_jobs(const struct settings *settings);

#endif
