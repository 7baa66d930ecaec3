/* What measurements say: rows with a verdict each, and curves. */
#ifndef SNAG_BENCH_REPORT_H
#define SNAG_BENCH_REPORT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

enum verdict {
	VERDICT_REPORTED,  /* a figure that no machine has to repeat */
	VERDICT_SHOWN,     /* the effect is there, as the row's rule demands */
	VERDICT_FIXED,     /* the libc this ran on no longer does it */
	VERDICT_SKIPPED,   /* could not be tried here; the note says why */
	VERDICT_NOT_SHOWN, /* tried, and the rule does not hold */
};
#define VERDICT_COUNT (VERDICT_NOT_SHOWN + 1)

const char *verdict_name(enum verdict verdict);

struct row {
	const char *name; /* dotted and stable: "io.zero.32k-512"; begins with the bench's name */
	const char *libc; /* "glibc 2.36", "musl 1.2.3": what it ran on */
	const char *what; /* for people */
	double value;     /* NAN where there is none */
	const char *unit;
	enum verdict verdict;
	const char *rule; /* what is demanded of the value, in words; "" where nothing is */
	const char *note; /* "" or what more there is to say */
};

struct point {
	double x, y;
};

struct series {
	const char *name;
	bool points_only; /* measured without a line between */
	VEC(struct point) points;
};

struct curve {
	const char *name; /* of its files: "io-files" */
	const char *title, *x_label, *y_label;
	bool log_x, log_y;
	VEC(struct series *) series;
};

struct report {
	struct arena *arena;
	const char *libc;
	VEC(struct row *) rows;
	VEC(struct curve *) curves;
};

/* A new row without value, verdict "reported". `what` may be a format. */
struct row *report_row(struct report *report, const char *name, const char *what, ...)
	__attribute__((format(printf, 3, 4)));
/* For values that answer a question: 1 reads "yes", 0 "no". */
#define UNIT_YES "yes"
void row_value(struct row *row, double value, const char *unit);
/* Sets the verdict: shown where it holds, else not shown. The rule reads after the words "expected". */
void row_judge(struct report *report, struct row *row, bool holds, const char *rule, ...)
	__attribute__((format(printf, 4, 5)));
void row_note(struct report *report, struct row *row, const char *note, ...) __attribute__((format(printf, 3, 4)));
void row_skip(struct report *report, struct row *row, const char *why, ...) __attribute__((format(printf, 3, 4)));

struct curve *report_curve(struct report *report, const char *name, const char *title, const char *x_label,
			   const char *y_label);
struct series *curve_series(struct report *report, struct curve *curve, const char *name);
void series_add(struct report *report, struct series *series, double x, double y);

/* How many rows have the verdict. */
size_t report_count(const struct report *report, enum verdict verdict);

/* Three digits that matter, or all of a whole number; "" for NAN. */
void number_text(struct arena *arena, double value, const char **text);

/* Rows as lines of fields between tabs: from the program of the other libc to this one. Curves stay behind. */
void rows_write(const struct report *report, struct strbuf *out);
bool rows_read(struct report *report, const char *text, struct err *err);

#endif
