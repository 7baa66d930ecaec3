/* What other tools say about the same faults. */
#ifndef SNAG_BENCH_TOOLS_H
#define SNAG_BENCH_TOOLS_H

#include "bench/evidence/bench.h"

/* Puts each program of programs/, which has one fault, to each tool that is installed. */
void tools_run(struct bench *bench);

#endif
