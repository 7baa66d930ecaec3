/* One compile command through libclang to the IR. The only folder that knows libclang. */
#ifndef SNAG_FRONT_PARSE_H
#define SNAG_FRONT_PARSE_H

#include "command/command.h"
#include "model/ir.h"

enum parse_status { PARSE_OK, PARSE_PARTIAL, PARSE_FAILED };

/*
 * Parses and lowers one translation unit; retries with reduced flags where
 * nothing came of it. PARSE_FAILED: `note` (in the arena) says why in one line.
 * PARSE_PARTIAL: the unit is usable, `note` names the first error.
 */
enum parse_status parse_unit(struct arena *arena, const struct command *command, struct ir_unit **unit,
			     const char **note);

/* Version of the libclang in use, for people and cache keys. */
const char *parse_version(struct arena *arena);

#endif
