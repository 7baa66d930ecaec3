/* What `snag` and `snag-scan` say to each other: one JSON object a line. */
#ifndef SNAG_DRIVER_REQUEST_H
#define SNAG_DRIVER_REQUEST_H

#include "driver/check.h"

/*
 * Asks for the facts of one command to be left at `facts`. `models`: those of the
 * project as extension_text has them, or NULL. The line ends in a
 * newline. NULL where the command has bytes that aren't UTF-8, which JSON can't carry.
 */
char *request_line(struct arena *arena, size_t id, const struct command *command, const char *facts,
		   const char *models, unsigned timeout_seconds);

/* Takes the answer to request `id` into `unit`; strings lie in `arena`. False where it isn't one. */
bool answer_read(struct arena *arena, const char *line, size_t length, size_t id, struct check_unit *unit);

#endif
