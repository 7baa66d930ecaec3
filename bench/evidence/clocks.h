/* Clocks that give the same time twice. */
#ifndef SNAG_BENCH_CLOCKS_H
#define SNAG_BENCH_CLOCKS_H

#include "bench/evidence/bench.h"

/* A row for each clock: how often one thread reads the same time twice, and its smallest step. */
void clocks_measure(struct bench *bench);

/*
 * The real step of CLOCK_REALTIME in ns: 1 where every nanosecond can come. Some
 * CPUs count in steps of 10 ns, so that times of all threads lie on one grid.
 */
double clock_tick(void);

#endif
