/* The source line of a finding with a line of carets under it. */
#ifndef SNAG_REPORT_EXCERPT_H
#define SNAG_REPORT_EXCERPT_H

#include "base/strbuf.h"
#include "model/finding.h"
#include "report/source.h"

/*
 * Adds the two lines, or nothing where the file can't be read or has no such
 * place (any more). `color` and `plain` stand around the carets.
 */
void excerpt_add(struct strbuf *out, struct sources *sources, const struct place *place, const char *color,
		 const char *plain);

#endif
