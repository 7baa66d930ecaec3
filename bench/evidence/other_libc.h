/* The same benches in a program built with musl. */
#ifndef SNAG_BENCH_OTHER_LIBC_H
#define SNAG_BENCH_OTHER_LIBC_H

#include "bench/evidence/bench.h"

/* Adds the rows of that bench in snag-bench-musl, which stands beside this program; a skipped row where it doesn't. */
void other_libc_run(struct bench *bench, const char *name);

#endif
