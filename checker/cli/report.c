/* `snag report`: judges and tells what the compiler wrapper remembers of a build. */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/report.h"
#include "cli/run.h"
#include "cli/summary.h"
#include "cli/terminal.h"
#include "driver/build.h"
#include "spool/spool.h"

/* The sources are those of the build; the root is looked for from the working folder, as the wrapper does. */
static bool no_sources(struct arena *arena, const struct options *options, struct sources *sources, struct err *err)
{
	(void)options;
	sources->whole_build = true;
	return sources_none(arena, sources, err);
}

/* What each source's folder configures, and without those that the configuration excludes. */
static bool configure(struct arena *arena, struct run_setup *setup, struct spool_records *records, struct err *err)
{
	size_t kept = 0, all = records->compiles.len;

	for (size_t i = 0; i < all; i++) {
		Spool__Compile *compile = records->compiles.items[i];
		const struct config *config;

		if (!configs_at(setup->settings.configs, path_folder(arena, compile->file), err))
			return false;
		config = configs_of(setup->settings.configs, compile->file);
		if (!config_covers(config->exclude.items, config->exclude.len, compile->file))
			records->compiles.items[kept++] = compile;
	}
	records->compiles.len = kept;
	setup->settings.excluded = all - kept;
	return true;
}

/* Units that should be there: what the build has no record of is remembered as not analysed. */
static bool expect(struct arena *arena, const struct options *options, struct build *build, struct err *err)
{
	const char *path = option_value(options, "--expect", NULL);
	struct commands commands = { 0 };

	if (!path)
		return true;
	if (!commands_read(arena, path, &commands, err))
		return false;
	build_expect(arena, build, &commands);
	return true;
}

static int report_all(struct arena *arena, const struct options *options, struct run_setup *setup)
{
	struct check_options how = run_options(setup);
	struct check_result result = { 0 };
	struct spool_records records;
	struct build build;
	struct spool spool;
	struct err err = { 0 };

	spool_find(arena, setup->project.root, &spool);
	if (!spool_read(arena, &spool, &records, &err) || !configure(arena, setup, &records, &err))
		return cli_trouble(&err);
	for (size_t i = 0; i < records.bad.len; i++)
		complain("'%s' is no record of a build: put aside in '%s/bad'", records.bad.items[i], spool.folder);
	build_read(arena, &spool, &records, setup->project.root, NULL, &build);
	if (!build.scanned.count) {
		complain("nothing was analysed: no build was wrapped in '%s': see 'snag help cc'", setup->project.root);
		return CLI_INCOMPLETE;
	}
	if (!expect(arena, options, &build, &err))
		return cli_trouble(&err);
	if (!check_build(arena, &build, &how, &result, &err))
		return cli_trouble(&err);
	spool_sweep(&spool, &records);
	return run_tell(arena, setup, &result);
}

static int run_report(struct arena *arena, const struct options *options)
{
	struct run_setup setup;
	struct err err = { 0 };
	int status = run_set_up(arena, options, no_sources, &setup, &err) ? report_all(arena, options, &setup) :
									     cli_trouble(&err);

	run_release(&setup);
	return status;
}

int report_close(struct arena *arena, const struct options *options)
{
	struct run_setup setup;
	struct err err = { 0 };
	int status;

	if (run_set_up(arena, options, no_sources, &setup, &err)) {
		setup.fail_on = "never";
		if (!option_given(options, "--output"))
			setup.outputs.all.len = 0;
		status = report_all(arena, options, &setup);
	} else
		status = cli_trouble(&err);
	run_release(&setup);
	return status;
}

static const struct option_row report_options[] = {
	OPTION_RULE,
	OPTION_LEVEL,
	OPTION_LIBC,
	OPTION_HOST,
	OPTIONS_TELLING,
	OPTION_BRANCH,
	OPTION_COMMIT,
	OPTION_RUN,
	OPTION_EXPECT,
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_report = {
	.name = "report",
	.synopsis = "[OPTION…]",
	.help = "Judge what 'snag cc' remembers of a build, store the run and tell it",
	CLI_OPTIONS(report_options),
	.run = run_report,
};
