/* What a scanner prints: a stage of one command, or its version. */
#ifndef SNAG_DRIVER_DUMP_H
#define SNAG_DRIVER_DUMP_H

#include "command/command.h"

#include <stdio.h>

/*
 * Runs `scanner MODE` ("--dump-ir", "--dump-facts") on the command and copies
 * its output to `out`. False where it can't be run; otherwise `*status` is its
 * status as waitpid(2) gives it.
 */
bool dump_command(struct arena *arena, const char *scanner, const char *mode, const struct command *command,
		  const char *models, unsigned timeout_seconds, FILE *out, int *status, struct err *err);

/* The scanner's own words on its version and libclang's, without the newline. */
bool dump_version(struct arena *arena, const char *scanner, char **version, struct err *err);

#endif
