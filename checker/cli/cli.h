/*
 * The commands of `snag`.
 *
 * To add one: write cli/NAME.c with a `const struct cli_command command_NAME`
 * and name it in commands.def. The help is printed from there.
 */
#ifndef SNAG_CLI_CLI_H
#define SNAG_CLI_CLI_H

#include "cli/options.h"

/* Exit statuses: a promise to scripts. */
enum cli_status {
	CLI_CLEAN = 0,
	CLI_FINDINGS = 1,   /* some count; also where something wasn't analysed besides */
	CLI_TROUBLE = 2,    /* usage, configuration, database, our bug */
	CLI_INCOMPLETE = 3, /* something asked for was not analysed, and nothing counts */
};

struct cli_command {
	const char *name, *synopsis;
	const char *help; /* one line */
	const struct option_row *options;
	size_t option_count;
	bool takes_flags; /* a compiler's flags may stand instead of options and operands */
	int (*run)(struct arena *arena, const struct options *options);
};

#define CLI_OPTIONS(rows) .options = (rows), .option_count = sizeof(rows) / sizeof *(rows)

#define COMMAND(name) extern const struct cli_command command_##name;
#include "cli/commands.def"
#undef COMMAND

/* `snag cc`: its words belong to the compiler, so it reads them itself. `argv` is what follows `cc`, or all of a compiler's. */
int cc_main(char *const *argv);
/* Whether we were started as a compiler, through a link of its name. */
bool cc_is_compiler_name(const char *name);

/* All commands, in the order of the help; NULL behind the last. */
extern const struct cli_command *const cli_commands[];

/* Prints the error and gives CLI_TROUBLE. */
int cli_trouble(const struct err *err);

/* Runs a command line; gives the exit status. */
int cli_main(char *const *argv);

#endif
