/* Findings as people and machines read them. */
#ifndef SNAG_REPORT_REPORT_H
#define SNAG_REPORT_REPORT_H

#include "base/err.h"
#include "model/finding.h"

#include <stdio.h>

struct report_options {
	bool color;
	const char *root;  /* printed paths are below it */
};

/* The formats by name: "text", "jsonl". NULL for an unknown one. */
typedef bool report_format(FILE *out, const struct finding *const *findings, size_t count,
			   const struct report_options *options, struct err *err);
report_format *report_format_named(const char *name);
const char *report_format_names(void); /* "text, jsonl" for messages */

#endif
