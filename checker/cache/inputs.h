/* Files that facts were made from: are they still what they were? */
#ifndef SNAG_CACHE_INPUTS_H
#define SNAG_CACHE_INPUTS_H

#include "base/map.h"
#include "base/vec.h"
#include "manifest.pb-c.h"
#include "model/facts.h"

#include <stdbool.h>
#include <stdint.h>

/* What one look-up learned of files: each is looked at once. Zeroed, it knows nothing. */
struct inputs {
	struct names paths;
	VEC(struct input_state {
		uint64_t size;
		int64_t mtime;
		char content[33]; /* "": not read yet */
		bool exists;
	}) states;
	bool touched; /* an entry that fits has other times by now; they were put right in it */
};

/* NULL where all are what they were, else the first that isn't. */
const char *inputs_changed(struct inputs *inputs, Cached__Entry *entry);
void inputs_release(struct inputs *inputs);

/* The inputs of facts whose scan began at `started`. */
Cached__Entry *inputs_of(struct arena *arena, const Fact__Unit *facts, int64_t started);

#endif
