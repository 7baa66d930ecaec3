/* Running the compiler as if we weren't there. */
#ifndef SNAG_WRAPPER_COMPILER_H
#define SNAG_WRAPPER_COMPILER_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>

/*
 * The program that a compiler's name stands for: as a shell would find it in
 * PATH, but never ourselves, by whatever link. NULL where there is none.
 */
char *compiler_find(struct arena *arena, const char *name, struct err *err);

/* Becomes the compiler. Returns only where that can't be. */
bool compiler_become(const char *path, char *const argv[], struct err *err);

struct compiler_end {
	int wait_status; /* as waitpid(2) gives it */
	int asked;       /* a signal that asked us to end meanwhile, or 0: to be raised again */
};

/*
 * Runs it with every descriptor, limit and signal as we have them, and waits.
 * What asks us to end doesn't end us before the compiler has; SIGTERM, which
 * reaches us alone, is passed on, the others came from the terminal to both.
 */
bool compiler_run(const char *path, char *const argv[], struct compiler_end *end, struct err *err);

#endif
