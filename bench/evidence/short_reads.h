/* Reads and writes that move less than they were asked to. */
#ifndef SNAG_BENCH_SHORT_READS_H
#define SNAG_BENCH_SHORT_READS_H

#include "bench/evidence/bench.h"

/* Also: which end of a Unix socket needs the larger buffer, and what two CPUs instead of one do. */
void short_reads_measure(struct bench *bench);

#endif
