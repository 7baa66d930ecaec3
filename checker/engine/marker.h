/* Comments that suppress findings, read from a source's text: `snag: ignore[RULE, until=DATE] reason`, NOLINT(snag-RULE). */
#ifndef SNAG_ENGINE_MARKER_H
#define SNAG_ENGINE_MARKER_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum marker_scope {
	MARKER_LINE,  /* findings whose statement touches line `first` */
	MARKER_NEXT,  /* those in the statement of lines `first` to `last` */
	MARKER_RANGE, /* those from line `first` to `last` */
	MARKER_FILE,
	MARKER_MACRO, /* those in uses of `macro`, in any file */
};

/* One for each rule that a comment names. */
struct marker {
	enum marker_scope scope;
	uint32_t line, column; /* of the comment's word */
	uint32_t first, last;
	const char *macro;
	const char *rule, *kind, *reason;
	const char *until; /* NULL: for good */
	bool used;
};

/* A comment that was meant to suppress, and doesn't. */
struct marker_trouble {
	uint32_t line, column, end_column;
	const char *text; /* as the source has it */
	const char *message;
};

struct markers {
	VEC(struct marker) all;
	VEC(struct marker_trouble) troubles;
};

/* Whether there is such a rule. */
typedef bool marker_rule(const void *data, const char *name);

/* Texts lie in `arena`. */
void markers_read(struct arena *arena, const char *text, size_t length, marker_rule *is_rule, const void *data,
		  struct markers *markers);

#endif
