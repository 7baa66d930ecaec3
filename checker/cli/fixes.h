/* --fix, --unsafe, --diff: what is done with the remedies of findings. */
#ifndef SNAG_CLI_FIXES_H
#define SNAG_CLI_FIXES_H

#include "cli/options.h"
#include "driver/check.h"
#include "fix/fix.h"
#include "report/report.h"

#define OPTIONS_FIX \
	{ "--fix", NULL, "apply remedies that change nothing but what is wrong" }, \
	{ "--unsafe", NULL, "with --fix or --diff: also those that somebody should look at" }, \
	{ "--diff", NULL, "print remedies as a patch for 'patch -p1' instead of applying them" }

struct fixes_wanted {
	bool write, patch, with_unsafe;
};

struct fixes_subject {
	const struct report_run *run;      /* findings that were told */
	const struct check_result *result; /* with the facts they come from */
	const char *root, *build;          /* absolute; no build folder: NULL */
};

bool fixes_read(const struct options *options, struct fixes_wanted *wanted, struct err *err);
/*
 * Tells what isn't fixed, and why. `fixed` gets the findings that are in no
 * file any more; none where only a patch is printed. False where a file can't
 * be written.
 */
bool fixes_apply(struct arena *arena, const struct fixes_wanted *wanted, const struct fixes_subject *subject,
		 struct fix_plan *fixed, struct err *err);

#endif
