/* Serving requests: a child process for each, so that a crash, a hang or a flood of memory costs one unit only. */
#ifndef SNAG_SCAN_SERVE_H
#define SNAG_SCAN_SERVE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdio.h>

/* Answers every request of `in` on `out`, in order. False for a broken request, and where no child can be made. */
bool scan_serve(FILE *in, FILE *out, struct err *err);

#endif
