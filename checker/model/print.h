/* What the dumps of IR and facts have in common. */
#ifndef SNAG_MODEL_PRINT_H
#define SNAG_MODEL_PRINT_H

#include "base/strbuf.h"

/* A string literal in quotes, escaped; long ones are cut. */
void print_quoted(struct strbuf *out, const char *bytes, size_t length);
/* ` (word)` where `set`. */
void print_flag(struct strbuf *out, bool set, const char *word);

#endif
