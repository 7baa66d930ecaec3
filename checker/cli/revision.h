/* Where the sources come from: repository, commit and branch, as a CI names them. */
#ifndef SNAG_CLI_REVISION_H
#define SNAG_CLI_REVISION_H

#include "base/arena.h"

struct revision {
	const char *repository, *commit, *branch; /* NULL: unknown */
};

struct revision revision_find(struct arena *arena);

#endif
