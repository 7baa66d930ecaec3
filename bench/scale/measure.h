/* What the store's work is held against: the plainest SQL that touches the same rows, and CPU time. */
#ifndef SNAG_BENCH_MEASURE_H
#define SNAG_BENCH_MEASURE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* CPU time in seconds: of this process, and of children that it has waited for. */
double cpu_own(void);
double cpu_children(void);

/* Rows of a GROUP BY over the occurrences of two runs, as plain as can be; `seconds` gets its CPU time. */
bool bare_group_by(const char *database, int64_t now, int64_t base, int64_t *rows, double *seconds, struct err *err);

/*
 * The rows that the database `after` has and `before`, the same a run earlier,
 * has not, put into a copy of the latter: prepared statements, one transaction,
 * values at hand. `seconds` gets the CPU time of that.
 */
bool bare_insert(const char *after, const char *before, const char *copy, int64_t *rows, double *seconds,
		 struct err *err);

/* The file's size once all of it is in one file. */
bool database_size(const char *database, int64_t *bytes, struct err *err);
bool database_number(const char *database, const char *sql, int64_t *number, struct err *err);

#endif
