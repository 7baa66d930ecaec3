/* Running a part of ourselves where it can do no harm: in a child with a limit on time and memory. */
#ifndef SNAG_BASE_CONTAINED_H
#define SNAG_BASE_CONTAINED_H

#include "base/err.h"
#include "base/strbuf.h"

#include <stdio.h>

struct containment {
	unsigned seconds;          /* of wall-clock time, 0: no limit */
	unsigned long memory_mib;  /* of address space, 0: no limit */
	int nice;                  /* added to the priority's number */
};

/* Prints to `out`; what it returns, 0 to 100, comes back. Standard input is empty there and standard output goes nowhere. */
typedef int contained_work(void *data, FILE *out);

/*
 * Runs `work` in a child and waits. `output` gets all that it printed and
 * `*result` what it returned. False, with the reason worded, where it couldn't
 * be started, crashed, or ran out of its time or memory; no process is left.
 */
bool contained_run(contained_work *work, void *data, const struct containment *limits, struct strbuf *output,
		   int *result, struct err *err);

#endif
