/* Making struct commands of command lines, wherever these come from. */
#ifndef SNAG_COMMAND_COLLECT_H
#define SNAG_COMMAND_COLLECT_H

#include "command/command.h"
#include "command/words.h"

/* One command line as it was found. */
struct raw_command {
	const char *folder; /* absolute */
	const char *file;   /* the source, as the database names it, or NULL */
	const char *output; /* the object, as the database names it, or NULL */
	struct words words; /* response files not expanded yet */
};

/* Adds one command a source; none where it compiles no C or C++. */
bool commands_add(struct arena *arena, struct commands *commands, const struct raw_command *raw, struct err *err);
/* Sorts, and merges equal ones. */
void commands_finish(struct commands *commands);

#endif
