/* `snag doctor`: what snag makes of one file, or of this machine. */
#include "cli/cli.h"

#include "base/files.h"
#include "base/strbuf.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "driver/dump.h"
#include "driver/scan.h"
#include "model/facts.h"
#include "store/store.h"

#include <string.h>

#define ERRORS_SHOWN 5

/* As a shell would take it, so that people can try it. */
static void add_word(struct strbuf *line, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";

	if (line->len)
		strbuf_addch(line, ' ');
	if (word[0] && !word[strspn(word, plain)]) {
		strbuf_addstr(line, word);
		return;
	}
	strbuf_addch(line, '\'');
	for (; *word; word++)
		if (*word == '\'')
			strbuf_addstr(line, "'\\''");
		else
			strbuf_addch(line, *word);
	strbuf_addch(line, '\'');
}

static void print_words(const char *title, const char *const *words, size_t count)
{
	struct strbuf line = { 0 };

	for (size_t i = 0; i < count; i++)
		add_word(&line, words[i]);
	print_line(stdout, "%-14s %s", title, strbuf_text(&line));
	strbuf_release(&line);
}

/* Arguments that libclang doesn't get; the compiler and the source are no flags. */
static void print_dropped(struct arena *arena, const struct command *command, const char *const *taken,
			  size_t taken_count)
{
	VEC(const char *) dropped = { 0 };
	bool *used = arena_array(arena, bool, taken_count);

	for (size_t i = 1; i < command->arguments.len; i++) {
		const char *argument = command->arguments.items[i];
		size_t j = 0;

		while (j < taken_count && (used[j] || strcmp(taken[j], argument) != 0))
			j++;
		if (j < taken_count)
			used[j] = true;
		else if (strcmp(argument, command->given) != 0 && strcmp(argument, "--") != 0 &&
			 !(argument[0] == '@' && command->unread))
			vec_push(arena, &dropped, argument);
	}
	if (dropped.len)
		print_words("dropped:", dropped.items, dropped.len);
}

static void print_command(struct arena *arena, const struct command *command)
{
	size_t count = 0;
	const char *const *taken = command_for_libclang(arena, command, false, &count);

	print_line(stdout, "%-14s %s", "file:", command->file);
	print_line(stdout, "%-14s %s", "configuration:", command->configuration);
	print_line(stdout, "%-14s %s", "folder:", command->folder);
	print_words("command:", command->arguments.items, command->arguments.len);
	print_words("for libclang:", taken, count);
	print_dropped(arena, command, taken, count);
	if (command->unread)
		print_line(stdout, "%-14s %s (its options are missing)", "not read:", command->unread);
}

static void print_errors(const Fact__Unit *facts)
{
	size_t errors = 0;

	for (size_t i = 0; i < facts->n_diagnostics; i++) {
		const Fact__Diagnostic *diagnostic = facts->diagnostics[i];
		const Fact__Place *place = diagnostic->place;

		if (!diagnostic->is_error || ++errors > ERRORS_SHOWN)
			continue;
		if (place && place->line && place->file < facts->n_files)
			print_line(stdout, "error:         %s:%u:%u: %s", facts->files[place->file]->path, place->line,
				   place->column, diagnostic->text);
		else
			print_line(stdout, "error:         %s", diagnostic->text);
	}
	if (errors > ERRORS_SHOWN)
		print_line(stdout, "error:         and %zu more", errors - ERRORS_SHOWN);
}

static void print_analysis(const struct check_unit *unit, const Fact__Unit *facts)
{
	uint64_t instructions = 0;

	for (size_t i = 0; i < facts->n_functions; i++)
		instructions += facts->functions[i]->instructions;
	print_line(stdout, "%-14s %s%s%s (%lld ms)", "status:", facts_status_name(unit->status),
		   unit->note[0] ? ": " : "", unit->note, (long long)unit->ms);
	print_line(stdout, "%-14s %zu functions, %llu instructions", "analysed:", facts->n_functions,
		   (unsigned long long)instructions);
	print_errors(facts);
	for (size_t i = 0; i < facts->n_functions; i++)
		if (facts->functions[i]->partial)
			print_line(stdout, "%-14s %s: %s", "in part:",
				   facts->symbols[facts->functions[i]->symbol]->name,
				   facts->functions[i]->partial_reason);
	for (size_t i = 0; i < facts->n_opaques; i++)
		print_line(stdout, "%-14s %u times: %s", "opaque:", facts->opaques[i]->count, facts->opaques[i]->what);
}

static int examine(struct arena *arena, const struct sources *sources, const char *scanner,
		   const struct settings *settings)
{
	struct check_options options = { .scanner = scanner, .models = settings->models,
					 .jobs = settings_jobs(settings),
					 .timeout_seconds = config_number(settings->config, KEY_TIMEOUT) };
	struct scanned scanned;
	struct err err = { 0 };
	int status = CLI_CLEAN;

	if (!scan_commands(arena, &sources->commands, &options, &scanned, &err))
		return cli_trouble(&err);
	for (size_t i = 0; i < scanned.count; i++) {
		if (i)
			putchar('\n');
		print_command(arena, &sources->commands.all.items[i]);
		print_analysis(&scanned.units[i], scanned.facts[i]);
		if (scanned.units[i].status != FACT__STATUS__STATUS_OK &&
		    scanned.units[i].status != FACT__STATUS__STATUS_PARTIAL)
			status = CLI_INCOMPLETE;
	}
	return status;
}

/* Looks without making anything: a database that isn't there yet is fine. */
static bool print_database(const struct project *project)
{
	bool kept = strcmp(project->database, ":memory:") != 0;
	struct store *store;
	struct err err = { 0 };

	if (kept && !file_exists(project->database)) {
		print_line(stdout, "%-14s %s (not there yet)", "database:", project->database);
		return true;
	}
	if (!store_open(project->database, &store, &err)) {
		print_line(stdout, "%-14s %s: %s", "database:", project->database, err.text);
		return false;
	}
	store_close(store);
	print_line(stdout, "%-14s %s (opens)", "database:", project->database);
	return true;
}

static bool print_scanner(struct arena *arena)
{
	struct err err = { 0 };
	char *scanner, *version;

	if (!scanner_find(arena, &scanner, &err) || !dump_version(arena, scanner, &version, &err)) {
		print_line(stdout, "%-14s %s", "scanner:", err.text);
		return false;
	}
	print_line(stdout, "%-14s %s: %s", "scanner:", scanner, version);
	return true;
}

static int examine_machine(struct arena *arena, const struct project *project)
{
	bool scanner, database;

	print_line(stdout, "%-14s %s, facts %s", "snag:", SNAG_VERSION, FACTS_FORMAT);
	scanner = print_scanner(arena);
	print_line(stdout, "%-14s %u", "processors:", processor_count());
	print_line(stdout, "%-14s %s", "root:", project->root);
	database = print_database(project);
	return scanner && database ? CLI_CLEAN : CLI_TROUBLE;
}

static int run_doctor(struct arena *arena, const struct options *options)
{
	struct project project = { 0 };
	struct sources sources = { 0 };
	struct settings settings = { 0 };
	bool machine = !options->operands.len && !options->dashes && !option_given(options, "-p");
	struct err err = { 0 };
	char *scanner;
	int status;

	if (!settings_check(options, &err) ||
	    !(machine ? sources_none(arena, &sources, &err) : sources_find(arena, options, &sources, &err)) ||
	    !settings_find(arena, options, &sources, &project, &settings, &err) ||
	    (!machine && !scanner_find(arena, &scanner, &err)))
		status = cli_trouble(&err);
	else if (machine)
		status = examine_machine(arena, &project);
	else {
		settings_probe(arena, &settings, &project, &sources, complain);
		status = examine(arena, &sources, scanner, &settings);
	}
	settings_release(&settings);
	return err.text[0] || terminal_flush(&err) ? status : cli_trouble(&err);
}

static const struct option_row doctor_options[] = {
	OPTION_BUILD,
	OPTION_TIMEOUT,
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_doctor = {
	.name = "doctor",
	.synopsis = "[-p BUILD] [FILE…] [-- FLAG…]",
	.help = "Show what becomes of a file's compile command, or what is set up here",
	CLI_OPTIONS(doctor_options),
	.run = run_doctor,
};
