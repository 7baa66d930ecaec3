/* Timestamps that threads take at the same time, and how many of them are equal. */
#ifndef SNAG_BENCH_TIMESTAMPS_H
#define SNAG_BENCH_TIMESTAMPS_H

#include "bench/evidence/machine.h"

#define TIMESTAMP_THREADS 4

/* What takers do between two timestamps. */
enum taker_pace {
	PACE_STEADY, /* `work` rounds of a short loop */
	PACE_RANDOM, /* a random number of rounds up to `work`: as programs that make IDs do */
	PACE_COUNTER /* no clock: a counter that all threads raise */
};

struct taking {
	/* in */
	int cpus[TIMESTAMP_THREADS];
	size_t threads;
	size_t samples; /* of each thread */
	unsigned work;
	enum taker_pace pace;
	/* out; `done` stays false where it came to no result */
	bool done;
	double share;         /* part of the samples whose value another thread has too */
	double repeated;      /* 1 - different values / samples */
	double share_both;    /* the share among samples of 10 us in which all threads ran */
	double both;          /* part of the samples that lie in such windows */
	double gap;           /* median ns between two samples of a thread */
	double equal_before;  /* samples equal to the one before of the same thread */
	double backward;      /* samples before the one before */
	double seconds;       /* from the first to the last sample */
	double pairs;         /* equal values of the first two threads, counted as pairs */
	double pairs_expected; /* from their rates in each millisecond, were each nanosecond as likely as another */
};

/* Child body: takes a struct taking. */
void timestamps_take(void *taking);

#endif
