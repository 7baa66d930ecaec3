/* Which files may be changed at all. */
#ifndef SNAG_FIX_ALLOWED_H
#define SNAG_FIX_ALLOWED_H

#include "fix/fix.h"

/* Reads the file into its bytes. NULL, or why it stays as it is. */
const char *fix_allowed(struct arena *arena, const struct fix_request *request, struct fix_file *file);

#endif
