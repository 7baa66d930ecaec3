/* From curves to thresholds: what buffer sizes are worth a warning on this machine. */
#ifndef SNAG_BENCH_CALIBRATE_H
#define SNAG_BENCH_CALIBRATE_H

#include "bench/evidence/transfer.h"

#include <stdio.h>

/*
 * Adds the rows io.calibrate.warn-below and io.calibrate.note-below.
 *
 * Warning: below twice the size at which a call's fixed cost equals its bytes'
 * cost, on files in memory; that is where at least a third of the time is wasted.
 * Note: below the size at which the middle one of files, pipes and sockets has
 * 80 % of its best. Both as the next power of two.
 */
void calibrate(struct bench *bench, const struct transfer *files, const struct transfer *pairs);
/* These rows as configuration of snag. */
void calibrate_print(const struct report *report, const struct machine *machine, FILE *out);

#endif
