/* `snag dump`: the intermediate stages as text. */
#include "cli/cli.h"

#include "base/files.h"
#include "base/strbuf.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "driver/dump.h"
#include "driver/scan.h"
#include "model/facts.h"

#include <string.h>
#include <sys/wait.h>

struct setup {
	struct project project;
	struct sources sources;
	struct settings settings;
	char *scanner;
};

/* The scanner's own status passes through; the worst of several. */
static int dump_units(struct arena *arena, const struct setup *setup, const char *mode)
{
	int worst = CLI_CLEAN;

	for (size_t i = 0; i < setup->sources.commands.all.len; i++) {
		const struct command *command = &setup->sources.commands.all.items[i];
		struct err err = { 0 };
		int status;

		if (!dump_command(arena, setup->scanner, mode, command, setup->settings.models,
				  config_number(setup->settings.config, KEY_TIMEOUT), stdout, &status, &err))
			return cli_trouble(&err);
		if (WIFSIGNALED(status)) {
			complain("%s: not analysed: the scanner was killed by signal %d",
				 path_below(setup->project.root, command->file), WTERMSIG(status));
			status = CLI_INCOMPLETE;
		} else
			status = WEXITSTATUS(status);
		if (status > worst)
			worst = status;
	}
	return worst;
}

static int dump_programs(struct arena *arena, const struct setup *setup)
{
	struct check_options options = { .scanner = setup->scanner,
					 .models = setup->settings.models,
					 .jobs = settings_jobs(&setup->settings),
					 .timeout_seconds = config_number(setup->settings.config, KEY_TIMEOUT) };
	struct program_set programs = { 0 };
	struct strbuf text = { 0 };
	struct scanned scanned;
	struct err err = { 0 };
	int status = CLI_CLEAN;

	if (!scan_commands(arena, &setup->sources.commands, &options, &scanned, &err))
		return cli_trouble(&err);
	for (size_t i = 0; i < scanned.count; i++)
		if (scanned.units[i].status != FACT__STATUS__STATUS_OK) {
			complain("%s: %s: %s", path_below(setup->project.root, scanned.units[i].file),
				 facts_status_name(scanned.units[i].status), scanned.units[i].note);
			if (scanned.units[i].status != FACT__STATUS__STATUS_PARTIAL)
				status = CLI_INCOMPLETE;
		}
	programs_guess(arena, scanned.facts, scanned.count, setup->sources.all_one_program, setup->project.root, &programs);
	for (size_t i = 0; i < programs.programs.len; i++) {
		program_link(programs.programs.items[i]);
		program_print(programs.programs.items[i], &text);
		program_unlink(programs.programs.items[i]);
	}
	fputs(strbuf_text(&text), stdout);
	strbuf_release(&text);
	programs_release(&programs);
	return status;
}

static bool set_up(struct arena *arena, const struct options *options, struct setup *setup, struct err *err)
{
	return settings_check(options, err) && sources_find(arena, options, &setup->sources, err) &&
	       settings_find(arena, options, &setup->sources, &setup->project, &setup->settings, err) &&
	       scanner_find(arena, &setup->scanner, err) &&
	       (settings_probe(arena, &setup->settings, &setup->project, &setup->sources, complain), true);
}

static int run_dump(struct arena *arena, const struct options *options)
{
	bool ir = option_given(options, "--ir"), facts = option_given(options, "--facts");
	bool program = option_given(options, "--program");
	struct setup setup = { 0 };
	struct err err = { 0 };
	int status;

	if (ir + facts + program != 1)
		err_set(&err, "'snag dump' needs one of --ir, --facts, --program");
	else if (!program && !options->operands.len)
		err_set(&err, "'snag dump %s' needs a file", ir ? "--ir" : "--facts");
	if (err.text[0] || !set_up(arena, options, &setup, &err))
		status = cli_trouble(&err);
	else if (program)
		status = dump_programs(arena, &setup);
	else
		status = dump_units(arena, &setup, ir ? "--dump-ir" : "--dump-facts");
	settings_release(&setup.settings);
	return err.text[0] || terminal_flush(&err) ? status : cli_trouble(&err);
}

static const struct option_row dump_options[] = {
	{ "--ir", NULL, "the intermediate representation of files" },
	{ "--facts", NULL, "the facts of files" },
	{ "--program", NULL, "linked programs: functions, calls, phases" },
	OPTION_BUILD,
	OPTION_JOBS,
	OPTION_TIMEOUT,
	OPTION_ROOT,
};

const struct cli_command command_dump = {
	.name = "dump",
	.synopsis = "--ir|--facts|--program [-p BUILD] [FILE…] [-- FLAG…]",
	.help = "Print what a stage of the analysis makes of files",
	CLI_OPTIONS(dump_options),
	.run = run_dump,
};
