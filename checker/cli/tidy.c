/* `snag tidy`: clang-tidy's command line, for what calls it, such as CMAKE_C_CLANG_TIDY. */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/run.h"
#include "cli/terminal.h"
#include "command/collect.h"

/* `FILE -- COMPILER ARGUMENT…` as CMake calls it; without `--` the compile database is asked. */
static bool tidy_sources(struct arena *arena, const struct options *options, struct sources *sources, struct err *err)
{
	struct raw_command raw = { 0 };

	if (!options->operands.len)
		return err_set(err, "'snag tidy' needs a file");
	if (!options->dashes || !options->rest_count)
		return sources_find(arena, options, sources, err);
	if (!sources_none(arena, sources, err))
		return false;
	raw.folder = sources->cwd;
	raw.file = options->operands.items[0];
	for (size_t i = 0; i < options->rest_count; i++)
		vec_push(arena, &raw.words.all, options->rest[i]);
	if (!commands_add(arena, &sources->commands, &raw, err))
		return false;
	commands_finish(&sources->commands);
	sources->all_one_program = true;
	sources->folder = sources->cwd;
	return sources->commands.all.len > 0 ||
	       err_set(err, "the command behind '--' compiles no C or C++: '%s'", raw.words.all.items[0]);
}

/* clang-tidy ends with 0 whatever it warns of, and its callers take anything else for a failed build. */
static int tidy_status(const struct options *options, int status)
{
	if (status == CLI_TROUBLE)
		return CLI_TROUBLE;
	return status == CLI_FINDINGS && option_given(options, "--warnings-as-errors") ? CLI_FINDINGS : CLI_CLEAN;
}

static int run_tidy(struct arena *arena, const struct options *options)
{
	struct run_setup setup;
	struct check_result result = { 0 };
	struct check_options check;
	struct err err = { 0 };
	int status = CLI_TROUBLE;

	if (run_set_up(arena, options, tidy_sources, &setup, &err)) {
		setup.quiet = true;
		setup.project.database = arena_strdup(arena, ":memory:");
		check = run_options(&setup);
		if (check_run(arena, &setup.sources.commands, &check, &result, &err))
			status = run_tell(arena, &setup, &result);
	}
	if (err.text[0])
		cli_trouble(&err);
	run_release(&setup);
	return tidy_status(options, status);
}

static const struct option_row tidy_options[] = {
	OPTION_BUILD,
	OPTION_ROOT,
	{ "--warnings-as-errors", "CHECKS", "status 1 for any finding, whatever CHECKS says" },
	{ "--checks", "CHECKS", "accepted, means nothing: rules are switched in .snag.yml" },
	{ "--header-filter", "REGEX", "accepted, means nothing: headers of the project count" },
	{ "--extra-arg", "ARG", "accepted, means nothing" },
	{ "--extra-arg-before", "ARG", "accepted, means nothing" },
	{ "--export-fixes", "FILE", "accepted, means nothing" },
	{ "--config-file", "FILE", "accepted, means nothing" },
	{ "--quiet", NULL, "accepted: nothing but findings is printed" },
	{ "--use-color", NULL, "accepted, means nothing" },
};

const struct cli_command command_tidy = {
	.name = "tidy",
	.synopsis = "[OPTION…] FILE [-- COMPILER ARGUMENT…]",
	.help = "Analyse one file, called like clang-tidy",
	CLI_OPTIONS(tidy_options),
	.run = run_tidy,
};
