/*
 * `snag scan` and `snag link`: the two steps of `snag check` for build systems that run each in a sandbox, or on
 * another machine: what they write depends on the named inputs alone.
 */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "command/collect.h"
#include "driver/build.h"
#include "model/facts.h"

#include <stdio.h>
#include <string.h>

/* The working folder by a name that is the same everywhere: no path of this machine gets into facts or reports. */
#define HERE "/proc/self/cwd"

/* No folder upward is looked into; a .snag.yml in the working folder is an input like others. */
static bool sources_here(struct arena *arena, const struct options *options, struct sources *sources, struct err *err)
{
	(void)arena;
	(void)options;
	(void)err;
	*sources = (struct sources){ .cwd = HERE, .root = HERE };
	return true;
}

/* --- scan -------------------------------------------------------------------------------- */

struct scan {
	struct sources sources;
	struct project project;
	struct settings settings;
	struct check_options check;
	struct scanned scanned;
	const char *output;
};

static bool read_scan(struct arena *arena, const struct options *options, struct scan *scan, struct err *err)
{
	struct raw_command raw = { .folder = HERE };

	scan->output = option_value(options, "-o", NULL);
	if (!scan->output || options->operands.len || !options->rest_count)
		return err_set(err, "usage: snag scan -o FACTS -- COMPILER ARGUMENT…");
	sources_here(arena, options, &scan->sources, err);
	for (size_t i = 0; i < options->rest_count; i++)
		vec_push(arena, &raw.words.all, options->rest[i]);
	if (!commands_add(arena, &scan->sources.commands, &raw, err))
		return false;
	if (scan->sources.commands.all.len != 1)
		return err_set(err, "the command compiles %zu C or C++ sources; facts are of one",
			       scan->sources.commands.all.len);
	return true;
}

static bool set_up_scan(struct arena *arena, const struct options *options, struct scan *scan, struct err *err)
{
	char *scanner;

	if (!settings_check(options, err) || !read_scan(arena, options, scan, err) ||
	    !settings_find(arena, options, &scan->sources, &scan->project, &scan->settings, err) ||
	    !scanner_find(arena, &scanner, err))
		return false;
	scan->check = (struct check_options){ .root = HERE, .scanner = scanner, .configs = scan->settings.configs,
					      .models = scan->settings.models, .jobs = 1,
					      .timeout_seconds = config_number(scan->settings.config, KEY_TIMEOUT) };
	return true;
}

static int scan_one(struct arena *arena, struct scan *scan)
{
	struct err err = { 0 };
	Fact__Status status;

	if (!scan_commands(arena, &scan->sources.commands, &scan->check, &scan->scanned, &err) ||
	    !facts_write(scan->output, scan->scanned.facts[0], &err))
		return cli_trouble(&err);
	status = scan->scanned.units[0].status;
	if (status == FACT__STATUS__STATUS_OK)
		return CLI_CLEAN;
	complain("%s: analysed %s: %s", path_below(HERE, scan->scanned.units[0].file),
		 status == FACT__STATUS__STATUS_PARTIAL ? "in part" : "not at all", scan->scanned.units[0].note);
	return status == FACT__STATUS__STATUS_PARTIAL ? CLI_CLEAN : CLI_INCOMPLETE;
}

static int run_scan(struct arena *arena, const struct options *options)
{
	struct scan scan = { 0 };
	struct err err = { 0 };
	int status = set_up_scan(arena, options, &scan, &err) ? scan_one(arena, &scan) : cli_trouble(&err);

	settings_release(&scan.settings);
	return status;
}

static const struct option_row scan_options[] = {
	{ "-o", "FACTS", "file for the facts" },
	OPTION_TIMEOUT,
};

const struct cli_command command_scan = {
	.name = "scan",
	.synopsis = "-o FACTS -- COMPILER ARGUMENT…",
	.help = "Write the facts of one compile command, for 'snag link'; no database, no cache",
	CLI_OPTIONS(scan_options),
	.run = run_scan,
};

/* --- link -------------------------------------------------------------------------------- */

/* `@FILE` stands for the names in it, one a line. */
static bool read_names(struct arena *arena, const struct options *options, struct words *names, struct err *err)
{
	for (size_t i = 0; i < options->operands.len; i++) {
		char *name = options->operands.items[i], *bytes, *line, *rest;
		size_t length;

		if (name[0] != '@') {
			vec_push(arena, &names->all, name);
			continue;
		}
		if (!file_read(arena, name + 1, 0, &bytes, &length, err))
			return false;
		for (line = strtok_r(bytes, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
			vec_push(arena, &names->all, line);
	}
	return names->all.len > 0 || err_set(err, "'snag link' needs facts: snag link FACTS…");
}

static bool read_facts(struct arena *arena, const struct words *names, struct scanned *scanned, struct err *err)
{
	scanned->count = names->all.len;
	scanned->units = arena_array(arena, struct check_unit, scanned->count);
	scanned->facts = arena_array(arena, Fact__Unit *, scanned->count);
	for (size_t i = 0; i < scanned->count; i++) {
		const Fact__Unit *facts;

		if (!facts_read(arena, names->all.items[i], &scanned->facts[i], err))
			return false;
		facts = scanned->facts[i];
		scanned->units[i] = (struct check_unit){ .file = facts->main_file, .note = facts->note,
							 .configuration = facts->configuration,
							 .status = facts->status };
		check_unit_count(&scanned->units[i], facts);
	}
	return true;
}

/* A build system that keeps no output of an action that fails wants the status elsewhere. */
static int leave_status(const char *path, int status)
{
	char text[16];
	struct err err = { 0 };
	int length = snprintf(text, sizeof text, "%d\n", status);

	if (!path || status == CLI_TROUBLE)
		return status;
	return file_write(path, text, (size_t)length, &err) ? CLI_CLEAN : cli_trouble(&err);
}

static int link_facts(struct arena *arena, const struct options *options, struct run_setup *setup)
{
	struct check_options check = run_options(setup);
	struct check_result result = { 0 };
	struct words names = { 0 };
	struct scanned scanned = { 0 };
	struct err err = { 0 };
	struct linked program = { .name = option_value(options, "--name", "program"), .kind = "exe" };
	uint32_t *members;
	struct build build = { 0 };

	if (!read_names(arena, options, &names, &err) || !read_facts(arena, &names, &scanned, &err))
		return cli_trouble(&err);
	members = arena_array(arena, uint32_t, scanned.count);
	for (uint32_t i = 0; i < scanned.count; i++)
		members[i] = i;
	program.units = members;
	program.unit_count = scanned.count;
	build.scanned = scanned;
	vec_push(arena, &build.linked, program);
	check.database = ":memory:";
	check.revision = (struct revision){ 0 };
	if (!check_build(arena, &build, &check, &result, &err))
		return cli_trouble(&err);
	return leave_status(option_value(options, "--exit-file", NULL), run_tell(arena, setup, &result));
}

static int run_link(struct arena *arena, const struct options *options)
{
	struct run_setup setup;
	struct err err = { 0 };
	int status;

	if (run_set_up(arena, options, sources_here, &setup, &err)) {
		setup.revision = (struct revision){ 0 };
		setup.quiet = true;
		status = link_facts(arena, options, &setup);
	} else {
		status = cli_trouble(&err);
	}
	run_release(&setup);
	return status;
}

static const struct option_row link_options[] = {
	{ "--name", "NAME", "how the program is called in findings (default: program)" },
	{ "--exit-file", "PATH", "write the exit status there, and end with 0" },
	OPTION_RULE,
	OPTION_LEVEL,
	OPTION_LIBC,
	OPTION_HOST,
	OPTIONS_TELLING,
};

const struct cli_command command_link = {
	.name = "link",
	.synopsis = "[OPTION…] FACTS…|@FILE",
	.help = "Judge one program by the facts that 'snag scan' wrote; no database",
	CLI_OPTIONS(link_options),
	.run = run_link,
};
