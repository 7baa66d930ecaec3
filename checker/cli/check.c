/* `snag check`: the whole pipeline. */
#include "cli/cli.h"

#include "cli/run.h"
#include "cli/stats.h"
#include "cli/summary.h"
#include "cli/terminal.h"

static int nothing_to_do(const struct run_setup *setup)
{
	size_t excluded = setup->settings.excluded;

	if (excluded)
		complain("nothing was analysed: the configuration excludes %s%zu file%s", excluded > 1 ? "all " : "the ",
			 excluded, plural(excluded));
	else
		complain("nothing was analysed: no compile commands in '%s'", setup->sources.where);
	return CLI_INCOMPLETE;
}

static int check_all(struct arena *arena, const struct run_setup *setup)
{
	struct check_options options = run_options(setup);
	struct check_result result = { 0 };
	struct progress progress;
	struct err err = { 0 };
	bool ok;

	if (!setup->sources.commands.all.len)
		return nothing_to_do(setup);
	options.progress = progress_show;
	options.progress_data = &progress;
	progress_begin(&progress, setup->project.root, setup->quiet);
	ok = check_run(arena, &setup->sources.commands, &options, &result, &err);
	progress_end(&progress);
	return ok ? run_tell(arena, setup, &result) : cli_trouble(&err);
}

static int run_check(struct arena *arena, const struct options *options)
{
	struct run_setup setup;
	struct err err = { 0 };
	int status = run_set_up(arena, options, sources_find, &setup, &err) ? check_all(arena, &setup) :
									     cli_trouble(&err);

	run_release(&setup);
	return status;
}

static const struct option_row check_options[] = {
	OPTION_BUILD,
	OPTION_RULE,
	OPTION_LEVEL,
	OPTION_LIBC,
	OPTION_HOST,
	OPTIONS_TELLING,
	OPTIONS_FIX,
	OPTION_STATS,
	OPTION_JOBS,
	OPTION_TIMEOUT,
	OPTION_BRANCH,
	OPTION_COMMIT,
	OPTION_RUN,
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_check = {
	.name = "check",
	.synopsis = "[-p BUILD] [OPTION…] [FILE…] [-- FLAG…]",
	.help = "Analyse a build, or files with their flags after '--' as one program",
	CLI_OPTIONS(check_options),
	.takes_flags = true,
	.run = run_check,
};
