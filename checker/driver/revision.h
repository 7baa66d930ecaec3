/* Which commit of which branch is analysed, as git tells it. */
#ifndef SNAG_DRIVER_REVISION_H
#define SNAG_DRIVER_REVISION_H

#include "base/arena.h"
#include "base/err.h"

#include <stddef.h>

struct revision {
	const char *repository, *branch, *commit; /* NULL: unknown */
	const char **ancestors;      /* commits that it is built on, the nearest first; itself is none */
	size_t ancestor_count;
};

/*
 * Fills what isn't set yet from the repository that `root` lies in; what git
 * doesn't know stays unknown. A tree with changes is of no commit: what it is
 * built on is the first of its ancestors.
 */
void revision_complete(struct arena *arena, const char *root, struct revision *revision);

/* The commit that both `ref` and the working tree are built on; NULL: none, or no repository. */
char *revision_merge_base(struct arena *arena, const char *root, const char *ref);
/* The commit that `ref` names, or NULL. */
char *revision_resolve(struct arena *arena, const char *root, const char *ref);
/* A file (below the root) as it is in that commit; false where it isn't there. */
bool revision_file(struct arena *arena, const char *root, const char *commit, const char *path, char **bytes,
		   size_t *length);

/* Who works here, as git knows them; NULL: it doesn't. */
char *revision_author(struct arena *arena, const char *root);

#endif
