/* Spoilt and extreme sources for robustness_run, the same ones in every run. */
#ifndef SNAG_TOOLS_ROBUSTNESS_H
#define SNAG_TOOLS_ROBUSTNESS_H

#include "base/arena.h"
#include "base/strbuf.h"

/* Fills `out` with the text of source `index` spoilt for the nth time, and says what was done to it. */
const char *robustness_spoil(struct arena *arena, const char *text, size_t length, unsigned index, unsigned n,
			     struct strbuf *out);
/* Fills `out` with the extreme source of that number and says what it is; NULL behind the last one. */
const char *robustness_extreme(unsigned kind, struct strbuf *out);

#endif
