/* A report for people, as JSON, as plots and as lines of configuration. */
#ifndef SNAG_BENCH_PRINT_H
#define SNAG_BENCH_PRINT_H

#include "bench/evidence/machine.h"
#include "bench/evidence/report.h"

#include <stdio.h>

/* A table with the published figure beside the measured one, and the count of verdicts. */
void print_table(const struct report *report, const struct machine *machine, FILE *out);
void print_json(const struct report *report, const struct machine *machine, FILE *out);
/* FOLDER/NAME.svg and .png of each curve, by gnuplot. Where that is missing, `out` gets a line that says so. */
bool print_plots(const struct report *report, const struct machine *machine, const char *folder, FILE *out,
		 struct err *err);

#endif
