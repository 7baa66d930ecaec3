/* The line behind a run: findings by state, and what was covered. */
#ifndef SNAG_CLI_SUMMARY_H
#define SNAG_CLI_SUMMARY_H

#include "model/finding.h"
#include "store/store.h"

#include <stdio.h>

/* "44 findings: 3 new, 40 known (38 in baseline, 2 ignored in source), 5 fixed", of findings from `level` on. */
void summary_states(FILE *out, struct finding *const *findings, size_t count, const struct closed_run *closed,
		    enum level level);

/* "" or "s". */
const char *plural(size_t count);

#endif
