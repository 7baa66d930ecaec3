/* Medians, and the line t = a + b n through measured times. */
#ifndef SNAG_BENCH_STATS_H
#define SNAG_BENCH_STATS_H

#include "bench/evidence/report.h"

/* Sorts the values. 0 for none. */
double median(double *values, size_t count);

struct fit {
	double a, b;
	double r2;    /* part of the variance that the line explains */
	double worst; /* largest relative error of a point */
};

/* Plain least squares: the largest points decide it. */
struct fit fit_plain(const struct point *points, size_t count);
/* Each point weighs 1/y²: errors count relative to the time measured, so `a` can be trusted. */
struct fit fit_relative(const struct point *points, size_t count);

/* Index of the largest y; 0 for no points. */
size_t peak(const struct point *points, size_t count);
/* Index of the first point whose y is at least `part` of the largest. */
size_t knee(const struct point *points, size_t count, double part);

#endif
