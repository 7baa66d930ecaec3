/* A decision from the command line: why, of what kind, until when, by whom. */
#ifndef SNAG_CLI_AUTHOR_H
#define SNAG_CLI_AUTHOR_H

#include "cli/options.h"
#include "model/finding.h"

#define OPTION_REASON { "--reason", "TEXT", "why, in three characters or more" }
#define OPTION_KIND { "--kind", "KIND", "accepted (default), false-positive, or later, which needs --until" }
#define OPTION_UNTIL { "--until", "DATE", "last day that it holds (YYYY-MM-DD, UTC)" }
#define OPTION_AUTHOR { "--author", "NAME", "who decides (else git's user.name)" }

/* So long before a decision ends people are told. */
#define EXPIRY_NOTICE_DAYS 14

/* `max_days`: the longest that it may hold from today, and how long it does if nothing else is said; 0: for ever. */
bool suppression_from(struct arena *arena, const struct options *options, const char *root, const char *source,
		      unsigned max_days, struct suppression *suppression, struct err *err);

#endif
