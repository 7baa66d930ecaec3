/* Prints manual pages and shell completion from the table of commands: cli_doc man [COMMAND], cli_doc bash|zsh|fish. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

/* --- manual pages -------------------------------------------------------------------- */

/* What troff would take for its own: backslashes, hyphens that are options, and a dot or quote that begins a line. */
static void put_roff(const char *text)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", stdout);
	for (; *text; text++) {
		if (*text == '\\')
			fputs("\\e", stdout);
		else if (*text == '-')
			fputs("\\-", stdout);
		else
			putchar(*text);
	}
}

static void put_title(const char *command)
{
	printf(".TH snag%s%s 1 \"\" \"snag " SNAG_VERSION "\" \"User Commands\"\n", command ? "\\-" : "", command ? command : "");
}

static void put_option(const struct option_row *row)
{
	fputs(".TP\n\\fB", stdout);
	put_roff(row->name);
	fputs("\\fR", stdout);
	if (row->value) {
		fputs(" \\fI", stdout);
		put_roff(row->value);
		fputs("\\fR", stdout);
	}
	putchar('\n');
	put_roff(row->help);
	putchar('\n');
}

static void put_synopsis(const struct cli_command *command)
{
	printf(".B snag %s\n", command->name);
	put_roff(command->synopsis);
	putchar('\n');
}

static void command_page(const struct cli_command *command)
{
	put_title(command->name);
	printf(".SH NAME\nsnag\\-%s \\- ", command->name);
	put_roff(command->help);
	fputs("\n.SH SYNOPSIS\n", stdout);
	put_synopsis(command);
	if (command->option_count)
		fputs(".SH OPTIONS\n", stdout);
	for (size_t i = 0; i < command->option_count; i++)
		put_option(&command->options[i]);
	fputs(".SH SEE ALSO\n.BR snag (1)\n", stdout);
}

static void main_page(void)
{
	put_title(NULL);
	fputs(".SH NAME\nsnag \\- find library calls in C and C++ that work in tests and break in production\n"
	      ".SH SYNOPSIS\n.B snag\n.I COMMAND\n[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n.SH COMMANDS\n",
	      stdout);
	for (size_t i = 0; cli_commands[i]; i++) {
		printf(".TP\n.BR snag\\-%s (1)\n", cli_commands[i]->name);
		put_roff(cli_commands[i]->help);
		putchar('\n');
	}
	fputs(".SH EXIT STATUS\n.TP\n0\nnothing that counts\n.TP\n1\nfindings that count\n.TP\n2\n"
	      "usage, configuration, database, or a bug in snag\n.TP\n3\n"
	      "something asked for was not analysed, and nothing else counts\n.PP\n"
	      "\\fBsnag cc\\fR ends as the compiler does.\n"
	      ".SH FILES\n.TP\n.I .snag/snag.db\nfindings database, at the project's root\n.TP\n.I .snag.yml\n"
	      "configuration\n",
	      stdout);
}

/* --- completion ------------------------------------------------------------------------ */

static void bash_completion(void)
{
	puts("# bash completion for snag\n_snag()\n{\n\tlocal current=${COMP_WORDS[COMP_CWORD]} words=\n"
	     "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n\t\twords='help --help --version");
	for (size_t i = 0; cli_commands[i]; i++)
		printf("\t\t\t%s\n", cli_commands[i]->name);
	puts("\t\t'\n\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n\t\treturn\n\tfi\n\tcase ${COMP_WORDS[1]} in\n"
	     "\tcc)\n\t\tif declare -F _command_offset >/dev/null && [ \"${current#-}\" = \"$current\" ]; then\n"
	     "\t\t\t_command_offset 2\n\t\t\treturn\n\t\tfi ;;&");
	for (size_t i = 0; cli_commands[i]; i++) {
		printf("\t%s) words='", cli_commands[i]->name);
		for (size_t j = 0; j < cli_commands[i]->option_count; j++)
			printf("%s ", cli_commands[i]->options[j].name);
		puts("--help' ;;");
	}
	puts("\tesac\n\tCOMPREPLY=($(compgen -W \"$words\" -f -- \"$current\"))\n}\ncomplete -o filenames -F _snag snag");
}

/* Inside single quotes, and without what _arguments and _describe take for a separator. */
static void put_quoted(const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", stdout);
		else if (*text == ':' || *text == '[' || *text == ']')
			printf("\\%c", *text);
		else
			putchar(*text);
	}
}

static void zsh_completion(void)
{
	puts("#compdef snag\n_snag() {\n\tlocal -a commands options\n\tcommands=(");
	for (size_t i = 0; cli_commands[i]; i++) {
		printf("\t\t'%s:", cli_commands[i]->name);
		put_quoted(cli_commands[i]->help);
		puts("'");
	}
	puts("\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n\tcase $words[2] in\n"
	     "\tcc) (( CURRENT > 2 )) && { shift 2 words; (( CURRENT -= 2 )); _normal; return } ;;");
	for (size_t i = 0; cli_commands[i]; i++) {
		if (!strcmp(cli_commands[i]->name, "cc"))
			continue;
		printf("\t%s) options=(", cli_commands[i]->name);
		for (size_t j = 0; j < cli_commands[i]->option_count; j++) {
			const struct option_row *row = &cli_commands[i]->options[j];

			printf("'%s[", row->name);
			put_quoted(row->help);
			printf("]%s%s%s' ", row->value ? ":" : "", row->value ? row->value : "", row->value ? ":_files" : "");
		}
		puts(") ;;");
	}
	puts("\tesac\n\t_arguments $options '*:file:_files'\n}\n_snag \"$@\"");
}

static void put_fish(const char *text)
{
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			putchar('\\');
		putchar(*text);
	}
}

static void fish_completion(void)
{
	puts("# fish completion for snag");
	for (size_t i = 0; cli_commands[i]; i++) {
		const struct cli_command *command = cli_commands[i];

		printf("complete -c snag -n __fish_use_subcommand -f -a %s -d '", command->name);
		put_fish(command->help);
		puts("'");
		for (size_t j = 0; j < command->option_count; j++) {
			const char *name = command->options[j].name;

			printf("complete -c snag -n '__fish_seen_subcommand_from %s' %s %s%s -d '", command->name,
			       name[1] == '-' ? "-l" : "-s", name + (name[1] == '-' ? 2 : 1),
			       command->options[j].value ? " -r" : "");
			put_fish(command->options[j].help);
			puts("'");
		}
	}
}

static bool print_page(const char *name)
{
	if (!name) {
		main_page();
		return true;
	}
	for (size_t i = 0; cli_commands[i]; i++)
		if (!strcmp(cli_commands[i]->name, name)) {
			command_page(cli_commands[i]);
			return true;
		}
	return false;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	bool ok = true;

	if (!strcmp(what, "man"))
		ok = print_page(argc > 2 ? argv[2] : NULL);
	else if (!strcmp(what, "bash"))
		bash_completion();
	else if (!strcmp(what, "zsh"))
		zsh_completion();
	else if (!strcmp(what, "fish"))
		fish_completion();
	else
		ok = false;
	if (!ok)
		fputs("usage: cli_doc man [COMMAND] | bash | zsh | fish\n", stderr);
	return !ok || fflush(stdout) || ferror(stdout);
}
