/* `snag check`: the whole pipeline, and what of it people see. */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/output.h"
#include "cli/project.h"
#include "cli/revision.h"
#include "cli/rules.h"
#include "cli/settings.h"
#include "cli/sources.h"
#include "cli/stats.h"
#include "cli/summary.h"
#include "cli/terminal.h"
#include "driver/check.h"
#include "model/facts.h"
#include "rules/rules.h"

#include <string.h>

static const char *const color_names[] = { "auto", "always", "never" };

/* Everything the command line decides. */
struct setup {
	struct project project;
	struct revision revision;
	struct sources sources;
	struct settings settings;
	struct outputs outputs;
	VEC(const struct rule *) rules;
	enum level level;
	const char *fail_on;
	bool color, quiet, allow_incomplete, show_suppressed, sarif_suppressed;
	const char *category;
	char *scanner;
	const char *stats; /* where to, or NULL */
};

static bool choose_named_rules(struct arena *arena, const struct options *options, struct setup *setup, struct err *err)
{
	for (size_t i = 0; i < options->uses.len; i++) {
		const struct option_use *use = &options->uses.items[i];
		const struct rule *rule;

		if (strcmp(use->row->name, "--rule") != 0)
			continue;
		rule = rule_named(use->value, err);
		if (!rule)
			return false;
		for (size_t j = 0; j < setup->rules.len && rule; j++)
			if (setup->rules.items[j] == rule)
				rule = NULL;
		if (rule)
			vec_push(arena, &setup->rules, rule);
	}
	return true;
}

static void choose_rules(struct arena *arena, struct setup *setup)
{
	for (size_t i = 0; i < rules_count; i++)
		if (configs_rule_on(setup->settings.configs, &rules_all[i]->info))
			vec_push(arena, &setup->rules, rules_all[i]);
}

static bool choose_rest(const struct options *options, struct setup *setup, struct err *err)
{
	size_t color = 0;

	if (!option_choice(options, "--color", color_names, 3, &color, err))
		return false;
	setup->color = terminal_color(color_names[color]);
	setup->stats = option_value(options, "--stats", NULL);
	setup->quiet = option_given(options, "-q");
	setup->allow_incomplete = option_given(options, "--allow-incomplete");
	setup->show_suppressed = option_given(options, "--show-suppressed");
	setup->sarif_suppressed = option_given(options, "--sarif-suppressed");
	setup->category = option_value(options, "--category", NULL);
	return true;
}

static bool set_up(struct arena *arena, const struct options *options, struct setup *setup, struct err *err)
{
	if (!settings_check(options, err) || !choose_rest(options, setup, err) ||
	    !choose_named_rules(arena, options, setup, err) ||
	    !outputs_choose(arena, options, &setup->outputs, err) ||
	    !sources_find(arena, options, &setup->sources, err) ||
	    !settings_find(arena, options, &setup->sources, &setup->project, &setup->settings, err) ||
	    !scanner_find(arena, &setup->scanner, err))
		return false;
	if (!option_given(options, "--rule"))
		choose_rules(arena, setup);
	setup->fail_on = setup->settings.config->values[KEY_FAIL_ON].text;
	revision_find(arena, options, setup->project.root, &setup->revision);
	BUG_IF(!level_parse(setup->settings.config->values[KEY_LEVEL].text, &setup->level));
	return true;
}

static bool analyse(struct arena *arena, const struct options *given, const struct setup *setup,
		    struct check_result *result, struct err *err)
{
	struct progress progress;
	struct cache cache;
	struct check_options options = {
		.root = setup->project.root,
		.scanner = setup->scanner,
		.database = setup->project.database,
		.rules = setup->rules.items,
		.rule_count = setup->rules.len,
		.cache = &cache,
		.rules_by_name = option_given(given, "--rule"),
		.configs = setup->settings.configs,
		.models = setup->settings.models,
		.jobs = settings_jobs(&setup->settings),
		.timeout_seconds = config_number(setup->settings.config, KEY_TIMEOUT),
		.all_one_program = setup->sources.all_one_program,
		.whole_build = setup->sources.whole_build,
		.revision = setup->revision,
		.progress = progress_show,
		.progress_data = &progress,
	};
	bool ok;

	cache_open(arena, setup->scanner, setup->settings.models, &cache);
	progress_begin(&progress, setup->project.root, setup->quiet);
	ok = check_run(arena, &setup->sources.commands, &options, result, err);
	progress_end(&progress);
	return ok;
}

/* How many findings count, and how many are too weak to be told; how many units are what. */
struct tally {
	size_t counting, weak;
	size_t lost, partial;
};

static bool counts(const struct finding *finding, const char *fail_on)
{
	if (finding->suppressed || !strcmp(fail_on, "never"))
		return false;
	if (!strcmp(fail_on, "error"))
		return finding->level >= LEVEL_ERROR;
	return finding->level >= LEVEL_WARNING && (strcmp(fail_on, "new") != 0 || state_is_new(finding->state));
}

static bool was_lost(const struct check_unit *unit)
{
	return unit->status != FACT__STATUS__STATUS_OK && unit->status != FACT__STATUS__STATUS_PARTIAL;
}

static struct tally tally(const struct setup *setup, const struct check_result *result)
{
	struct tally tally = { 0 };

	for (size_t i = 0; i < result->findings.all.len; i++) {
		const struct finding *finding = result->findings.all.items[i];

		tally.counting += counts(finding, setup->fail_on);
		tally.weak += finding->level < setup->level;
	}
	for (size_t i = 0; i < result->units.len; i++) {
		tally.lost += was_lost(&result->units.items[i]);
		tally.partial += result->units.items[i].status == FACT__STATUS__STATUS_PARTIAL;
	}
	return tally;
}

/* What is told of the run: findings that are strong enough, and what of it is missing. */
static struct report_run told_run(struct arena *arena, const struct setup *setup, const struct check_result *result)
{
	const struct revision *revision = &setup->revision;
	const struct rule_info **rules = arena_array(arena, const struct rule_info *, setup->rules.len);
	VEC(const struct finding *) shown = { 0 };
	VEC(struct report_gap) gaps = { 0 };
	bool lost = false;

	for (size_t i = 0; i < setup->rules.len; i++)
		rules[i] = &setup->rules.items[i]->info;
	for (size_t i = 0; i < result->findings.all.len; i++)
		if (result->findings.all.items[i]->level >= setup->level)
			vec_push(arena, &shown, result->findings.all.items[i]);
	for (size_t i = 0; i < result->units.len; i++) {
		const struct check_unit *unit = &result->units.items[i];
		struct report_gap gap = { unit->file, unit->note[0] ? unit->note : facts_status_name(unit->status),
					  !was_lost(unit) };

		if (unit->status == FACT__STATUS__STATUS_OK)
			continue;
		vec_push(arena, &gaps, gap);
		lost = lost || was_lost(unit);
	}
	return (struct report_run){ .findings = shown.items, .count = shown.len, .rules = rules,
				    .rule_count = setup->rules.len, .gaps = gaps.items, .gap_count = gaps.len,
				    .incomplete = lost && !setup->allow_incomplete, .repository = revision->repository,
				    .commit = revision->commit, .branch = revision->branch, .category = setup->category };
}

static bool print_findings(struct arena *arena, const struct setup *setup, const struct check_result *result,
			   struct err *err)
{
	struct report_run run = told_run(arena, setup, result);
	struct report_options options = { .color = setup->color, .show_suppressed = setup->show_suppressed,
					  .sarif_suppressed = setup->sarif_suppressed,
					  .root = setup->project.root };

	return outputs_write(&setup->outputs, &run, &options, err);
}

static void print_lost(const struct setup *setup, const struct check_result *result)
{
	for (size_t i = 0; i < result->units.len; i++) {
		const struct check_unit *unit = &result->units.items[i];

		if (was_lost(unit))
			complain("%s: not analysed: %s", path_below(setup->project.root, unit->file),
				 unit->note[0] ? unit->note : facts_status_name(unit->status));
		else if (unit->status == FACT__STATUS__STATUS_PARTIAL)
			complain("%s: analysed in part: %s", path_below(setup->project.root, unit->file), unit->note);
	}
}

static void print_summary(const struct setup *setup, const struct check_result *result, const struct tally *tally)
{
	size_t units = result->units.len;

	if (tally->lost == units) {
		print_line(stderr, "nothing was analysed: %zu file%s, none of them usable (%.1f s)", units,
			   plural(units), (double)result->ms / 1000);
		return;
	}
	summary_states(stderr, result->findings.all.items, result->findings.all.len, &result->closed, setup->level);
	if (tally->weak)
		fprintf(stderr, ", %zu below '%s' not shown", tally->weak, level_name(setup->level));
	fprintf(stderr, "; %zu file%s, %zu program%s, %zu not analysed", units, plural(units), result->program_count,
		plural(result->program_count), tally->lost);
	if (tally->partial)
		fprintf(stderr, ", %zu in part", tally->partial);
	if (setup->settings.excluded)
		fprintf(stderr, ", %zu excluded", setup->settings.excluded);
	fprintf(stderr, " (%.1f s)\n", (double)result->ms / 1000);
}

static int incomplete(const struct setup *setup)
{
	return setup->allow_incomplete ? CLI_CLEAN : CLI_INCOMPLETE;
}

static int nothing_to_do(const struct setup *setup)
{
	size_t excluded = setup->settings.excluded;

	if (excluded)
		complain("nothing was analysed: the configuration excludes %s%zu file%s", excluded > 1 ? "all " : "the ",
			 excluded, plural(excluded));
	else
		complain("nothing was analysed: no compile commands in '%s'", setup->sources.where);
	return incomplete(setup);
}

static int check_all(struct arena *arena, const struct options *options, const struct setup *setup)
{
	struct check_result result = { 0 };
	struct err err = { 0 };
	struct tally sums;

	if (!setup->sources.commands.all.len)
		return nothing_to_do(setup);
	if (!analyse(arena, options, setup, &result, &err) || !print_findings(arena, setup, &result, &err))
		return cli_trouble(&err);
	if (setup->stats && !stats_write(setup->stats, &result, setup->project.root, &err))
		return cli_trouble(&err);
	print_lost(setup, &result);
	sums = tally(setup, &result);
	if (!setup->quiet)
		print_summary(setup, &result, &sums);
	if (sums.counting)
		return CLI_FINDINGS;
	return sums.lost ? incomplete(setup) : CLI_CLEAN;
}

static int run_check(struct arena *arena, const struct options *options)
{
	struct setup setup = { 0 };
	struct err err = { 0 };
	int status = set_up(arena, options, &setup, &err) ? check_all(arena, options, &setup) : cli_trouble(&err);

	settings_release(&setup.settings);
	return status;
}

static const struct option_row check_options[] = {
	OPTION_BUILD,
	{ "--rule", "ID", "only this rule, preview or not; may be repeated" },
	OPTION_LEVEL,
	OPTION_LIBC,
	OPTION_HOST,
	OPTION_FORMAT,
	OPTION_OUTPUT,
	{ "--category", "NAME", "in SARIF: which of several builds of the sources this is" },
	{ "--sarif-suppressed", NULL, "suppressed findings go into SARIF, too; GitHub shows them as open" },
	{ "--color", "WHEN", "auto (default), always, never" },
	OPTION_FAIL_ON,
	{ "--show-suppressed", NULL, "print what is suppressed, too, with the reason" },
	OPTION_STATS,
	{ "--allow-incomplete", NULL, "status 0 where something was not analysed and nothing counts" },
	OPTION_JOBS,
	OPTION_TIMEOUT,
	OPTION_BRANCH,
	OPTION_COMMIT,
	OPTION_DB,
	OPTION_ROOT,
	{ "-q", NULL, "no progress, no summary" },
};

const struct cli_command command_check = {
	.name = "check",
	.synopsis = "[-p BUILD] [OPTION…] [FILE…] [-- FLAG…]",
	.help = "Analyse a build, or files with their flags after '--' as one program",
	CLI_OPTIONS(check_options),
	.run = run_check,
};
