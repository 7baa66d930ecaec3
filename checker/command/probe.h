/*
 * Asks the compilers that commands name what they do by themselves.
 *
 * Each is asked once for each set of options that matter, and what it said is
 * kept in a folder. A compile database may come from anybody: what isn't known
 * for a compiler by its name and its place is never run, and of the options only
 * those that can't make a compiler run something else.
 */
#ifndef SNAG_COMMAND_PROBE_H
#define SNAG_COMMAND_PROBE_H

#include "command/toolchain.h"

struct probe_options {
	const char *folder; /* where answers are kept, made when needed; NULL: nowhere */
	const char *root;   /* of the project: nothing below it is run */
	/* Whether a program outside of the usual places is trusted. */
	bool (*trusted)(const void *data, const struct command *command, const char *path);
	const void *data;
};

struct probes;

struct probes *probes_new(struct arena *arena, const struct probe_options *options);
void probes_release(struct probes *probes);

/*
 * Completes the command. Where its compiler can't be asked the command stays as
 * it is, and `*note` says why the first time that this compiler is met, else it is NULL.
 */
void probe_command(struct probes *probes, struct command *command, const char **note);

#endif
