/* What a linking command puts together. */
#ifndef SNAG_WRAPPER_LINK_H
#define SNAG_WRAPPER_LINK_H

#include "command/command.h"
#include "command/words.h"
#include "spool/spool.h"

/*
 * The link that a command line does; NULL where it only compiles. Libraries
 * named by -l count where a folder of -L, absolute or in the build, has them;
 * those of the system are none of ours.
 */
Spool__Link *link_of(struct arena *arena, const char *folder, const struct words *words,
		     const struct commands *sources);

#endif
