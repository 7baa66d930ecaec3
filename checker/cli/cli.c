/* The table of commands, and the help that is printed from it. */
#include "cli/cli.h"

#include "base/nearest.h"
#include "cli/terminal.h"

#include <string.h>

const struct cli_command *const cli_commands[] = {
#define COMMAND(name) &command_##name,
#include "cli/commands.def"
#undef COMMAND
	NULL,
};

int cli_trouble(const struct err *err)
{
	complain("%s", err->text);
	return CLI_TROUBLE;
}

static int finish(void)
{
	struct err err = { 0 };

	return terminal_flush(&err) ? CLI_CLEAN : cli_trouble(&err);
}

static void print_usage(FILE *out)
{
	fputs("snag finds library calls in C and C++ that work in tests and break in production.\n\n"
	      "usage: snag COMMAND [OPTION…] [ARGUMENT…]\n\n",
	      out);
	for (size_t i = 0; cli_commands[i]; i++)
		fprintf(out, "  %-9s %s\n", cli_commands[i]->name, cli_commands[i]->help);
	fputs("\n  help COMMAND, --help, --version\n\n"
	      "Exit status: 0 nothing counts, 1 findings that count, 2 usage or trouble of ours, 3 incomplete.\n",
	      out);
}

static void print_command_help(const struct cli_command *command)
{
	printf("%s\n\nusage: snag %s %s\n\n", command->help, command->name, command->synopsis);
	for (size_t i = 0; i < command->option_count; i++) {
		const struct option_row *row = &command->options[i];
		int used = printf("  %s %s", row->name, row->value ? row->value : "");

		printf("%*s%s\n", used < 26 ? 26 - used : 1, "", row->help);
	}
}

/* NULL, and the complaint printed, where there is none. */
static const struct cli_command *find_command(const char *name)
{
	struct nearest nearest = nearest_to(name);

	for (size_t i = 0; cli_commands[i]; i++) {
		if (!strcmp(cli_commands[i]->name, name))
			return cli_commands[i];
		nearest_offer(&nearest, cli_commands[i]->name);
	}
	if (nearest.best)
		complain("unknown command '%s'; did you mean '%s'?", name, nearest.best);
	else
		complain("unknown command '%s'; 'snag --help' lists them", name);
	return NULL;
}

static int help(const char *name)
{
	const struct cli_command *command = name ? find_command(name) : NULL;

	if (name && !command)
		return CLI_TROUBLE;
	if (command)
		print_command_help(command);
	else
		print_usage(stdout);
	return finish();
}

static bool wants_help(char *const *argv)
{
	for (; *argv && strcmp(*argv, "--") != 0; argv++)
		if (!strcmp(*argv, "--help") || !strcmp(*argv, "-h"))
			return true;
	return false;
}

static int run_command(const struct cli_command *command, char *const *argv)
{
	struct arena arena = { 0 };
	struct options options = { .takes_flags = command->takes_flags };
	struct err err = { 0 };
	int status;

	if (!options_parse(&arena, command->options, command->option_count, argv, &options, &err))
		status = cli_trouble(&err);
	else
		status = command->run(&arena, &options);
	arena_release(&arena);
	return status;
}

/* `snag cc --help` is ours; `snag cc gcc --help` is the compiler's. */
static bool wants_cc_help(char *const *argv)
{
	return argv[0] && !strcmp(argv[0], "--help");
}

int cli_main(char *const *argv)
{
	const struct cli_command *command;
	const char *first = argv[0] ? argv[1] : NULL;

	if (argv[0] && cc_is_compiler_name(argv[0]))
		return cc_main(argv);
	if (!first) {
		print_usage(stderr);
		return CLI_TROUBLE;
	}
	if (!strcmp(first, "--version")) {
		puts("snag " SNAG_VERSION);
		return finish();
	}
	if (!strcmp(first, "--help") || !strcmp(first, "-h") || !strcmp(first, "help"))
		return help(argv[2]);
	if (!strcmp(first, "cc") && !wants_cc_help(argv + 2))
		return cc_main(argv + 2);
	command = find_command(first);
	if (!command)
		return CLI_TROUBLE;
	return wants_help(argv + 2) ? help(first) : run_command(command, argv + 2);
}
