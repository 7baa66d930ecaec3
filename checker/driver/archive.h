/* What a static library holds: names and contents of its members. */
#ifndef SNAG_DRIVER_ARCHIVE_H
#define SNAG_DRIVER_ARCHIVE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct archive_member {
	const char *name; /* as ar(1) shows it; of a thin archive the member's path, absolute */
	uint64_t size;
	const char *bytes; /* NULL in a thin archive: the file itself has them */
};

struct archive {
	VEC(struct archive_member) members;
	bool thin;
};

/* Reads GNU and BSD archives, in `arena`. False for what is none. */
bool archive_read(struct arena *arena, const char *path, struct archive *archive, struct err *err);

#endif
