/* CODEOWNERS: who is asked about a file, as GitHub reads it. */
#ifndef SNAG_DRIVER_OWNERS_H
#define SNAG_DRIVER_OWNERS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

struct owners_line {
	const char *pattern, *names; /* names between blanks; "": nobody */
};

struct owners {
	VEC(struct owners_line) lines;
};

/* The first of .github/CODEOWNERS, CODEOWNERS and docs/CODEOWNERS below the root; without one nobody owns anything. */
bool owners_read(struct arena *arena, const char *root, struct owners *owners, struct err *err);
void owners_parse(struct arena *arena, const char *text, struct owners *owners);

/* Of a path below the root, by the last line that fits; NULL: nobody. `owners` is a struct owners. */
const char *owners_of(const void *owners, const char *path);

#endif
