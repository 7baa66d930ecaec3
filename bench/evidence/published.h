/* Figures and claims of the articles that the rules rest on, and what becomes of each here. */
#ifndef SNAG_BENCH_PUBLISHED_H
#define SNAG_BENCH_PUBLISHED_H

#include "bench/evidence/report.h"

enum standing {
	STANDS_SHOWN,    /* seen on one of the machines that README.md names, or decided by the row's rule */
	STANDS_NOT_HERE, /* measured, and another figure came out */
	STANDS_CANNOT,   /* needs other hardware or another system */
};

struct published {
	const char *article, *claim;
	const char *figure; /* short, for the column beside the measured value; "" where the claim has none */
	const char *row;    /* that measures it, or says why none does */
	enum standing standing;
	const char *why; /* what was seen on these machines, or why it can't be shown */
};

extern const struct published published_all[];
extern const size_t published_count;

/* The figure that belongs to a row, or "". */
const char *published_figure(const char *row);
/* Gives a figure that the bench had no row for, here and now, a skipped one. */
void published_fill(struct report *report, const char *bench);
/* All of it as a Markdown table. */
void published_table(struct strbuf *out);

#endif
