/* Command lines, read by tables of options. */
#ifndef SNAG_CLI_OPTIONS_H
#define SNAG_CLI_OPTIONS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

#include <stdbool.h>

struct option_row {
	const char *name;  /* "--level", "-j" */
	const char *value; /* how the help names its value; NULL: it takes none */
	const char *help;
};

struct option_use {
	const struct option_row *row;
	const char *value;
};

struct options {
	VEC(struct option_use) uses; /* in the order of the command line */
	VEC(char *) operands;
	bool takes_flags; /* to be set before: words from the first flag of a compiler on are in rest */
	bool flags;       /* there was one */
	bool dashes;      /* `--` was there: what stands behind it is in rest */
	char *const *rest;
	size_t rest_count;
};

/*
 * Reads `--name VALUE`, `--name=VALUE`, `-x VALUE`, `-xVALUE` and operands in any
 * order up to `--`. `argv` ends in NULL.
 */
bool options_parse(struct arena *arena, const struct option_row *rows, size_t row_count, char *const *argv,
		   struct options *options, struct err *err);

bool option_given(const struct options *options, const char *name);
/* The value of its last use, or `otherwise`. */
const char *option_value(const struct options *options, const char *name, const char *otherwise);
/* A number in low..high; `*number` stays where the option isn't there. */
bool option_number(const struct options *options, const char *name, unsigned low, unsigned high, unsigned *number,
		   struct err *err);
/* The place of the value among `names`; `*index` stays where the option isn't there. */
bool option_choice(const struct options *options, const char *name, const char *const *names, size_t count,
		   size_t *index, struct err *err);

#endif
