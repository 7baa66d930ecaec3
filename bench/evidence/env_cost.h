/* What the environment costs: memory that glibc never gives back, the linear search, a lock round it. */
#ifndef SNAG_BENCH_ENV_COST_H
#define SNAG_BENCH_ENV_COST_H

#include "bench/evidence/bench.h"

void env_cost_measure(struct bench *bench);

#endif
