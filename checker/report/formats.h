/* The formats, for the table in report.c and nobody else. */
#ifndef SNAG_REPORT_FORMATS_H
#define SNAG_REPORT_FORMATS_H

#include "base/strbuf.h"
#include "report/report.h"

report_format report_text, report_jsonl, report_sarif, report_github, report_gitlab, report_junit, report_rdjson,
	report_html;

/* Writes the buffer and empties it. False when the disk is full or the reader is gone. */
bool report_put(FILE *out, struct strbuf *buf, struct err *err);
/* The same for what stdio still holds. */
bool report_flush(FILE *out, struct err *err);

/* A file as printed: below the root where it is. */
const char *report_path(const struct report_options *options, const char *file);

/* Whether nobody has seen the finding before. */
bool report_is_new(const struct finding *finding);

#endif
