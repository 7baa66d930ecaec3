/* What stdio's own buffer is worth. */
#ifndef SNAG_BENCH_STDIO_CONTRAST_H
#define SNAG_BENCH_STDIO_CONTRAST_H

#include "bench/evidence/bench.h"

void stdio_measure(struct bench *bench);

#endif
