/* Keeps a report in a findings database, where `snag explain` finds it. */
#ifndef SNAG_BENCH_KEEP_H
#define SNAG_BENCH_KEEP_H

#include "bench/evidence/machine.h"
#include "bench/evidence/report.h"

/* Makes the database where there is none. */
bool keep(const struct report *report, const struct machine *machine, const char *database, struct err *err);

#endif
