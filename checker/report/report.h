/* Findings as people and machines read them. */
#ifndef SNAG_REPORT_REPORT_H
#define SNAG_REPORT_REPORT_H

#include "base/err.h"
#include "model/finding.h"

#include <stdio.h>

/* A file of which not everything is known. */
struct report_gap {
	const char *file, *note;
	bool in_part; /* analysed as far as it was understood; else not at all */
};

/* What the bench of a rule measured on some machine. */
struct report_measured {
	const char *bench; /* as in struct rule_info */
	const char *machine;
	const char *verdict, *text, *note; /* how it went; what was measured, in words; "" or a remark */
};

/* What a report tells of: one run. */
struct report_run {
	const struct finding *const *findings; /* in the order of files and lines */
	size_t count;
	const struct rule_info *const *rules; /* those that were on */
	size_t rule_count;
	const struct report_gap *gaps;
	size_t gap_count;
	const struct report_measured *measured; /* those of a bench lie together */
	size_t measured_count;
	bool incomplete;                       /* the gaps are more than was allowed */
	const char *repository, *commit, *branch; /* where the sources come from; NULL: unknown */
	const char *category;                  /* which of several builds this is; NULL: the only one */
};

struct report_options {
	bool color;
	bool show_suppressed;  /* to people, too */
	bool sarif_suppressed; /* SARIF holds suppressed findings, too */
	const char *root;      /* printed paths are below it */
};

/* The formats by name. NULL for an unknown one. */
typedef bool report_format(FILE *out, const struct report_run *run, const struct report_options *options,
			   struct err *err);
report_format *report_format_named(const char *name);
const char *report_format_names(void); /* "text, jsonl, …" for messages */

/* The page that GitHub shows of a job's step, in Markdown. */
report_format report_github_summary;

#endif
