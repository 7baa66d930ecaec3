/* The parts of the HTML report, for the files html*.c alone. */
#ifndef SNAG_REPORT_HTML_H
#define SNAG_REPORT_HTML_H

#include "report/formats.h"
#include "report/source.h"

/* Adds `format`'s pieces as they are, with each `%s` escaped. */
void html_addf(struct strbuf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One finding: message, source, path, remedy, state. */
void html_add_finding(struct strbuf *out, const struct finding *finding, const struct report_options *options,
		      struct sources *sources);

#endif
