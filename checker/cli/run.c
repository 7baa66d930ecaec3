/* Reads what is asked of a run, and prints what came of it. */
#include "cli/run.h"

#include "base/files.h"
#include "cli/author.h"
#include "cli/cli.h"
#include "cli/measured.h"
#include "cli/rules.h"
#include "cli/stats.h"
#include "cli/summary.h"
#include "cli/terminal.h"
#include "driver/baseline.h"
#include "model/date.h"
#include "model/facts.h"
#include "rules/rules.h"

#include <string.h>

static const char *const color_names[] = { "auto", "always", "never" };

static bool choose_named_rules(struct arena *arena, const struct options *options, struct run_setup *setup, struct err *err)
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

static void choose_rules(struct arena *arena, struct run_setup *setup)
{
	for (size_t i = 0; i < rules_count; i++)
		if (configs_rule_on(setup->settings.configs, &rules_all[i]->info))
			vec_push(arena, &setup->rules, rules_all[i]);
}

/* Four bytes at least, as its start has to tell it from others. */
static bool run_name_fits(const char *name, struct err *err)
{
	size_t length = strlen(name);

	return (length >= 4 && length <= 36) || err_set(err, "option '--run' needs a name of 4 to 36 bytes, not '%s'", name);
}

static bool choose_rest(const struct options *options, struct run_setup *setup, struct err *err)
{
	size_t color = 0;

	if (!option_choice(options, "--color", color_names, 3, &color, err))
		return false;
	setup->color = terminal_color(color_names[color]);
	setup->stats = option_value(options, "--stats", NULL);
	setup->quiet = option_given(options, "-q");
	setup->allow_incomplete = option_given(options, "--allow-incomplete");
	setup->strict = option_given(options, "--strict");
	setup->show_suppressed = option_given(options, "--show-suppressed");
	setup->sarif_suppressed = option_given(options, "--sarif-suppressed");
	setup->category = option_value(options, "--category", NULL);
	setup->run_name = option_value(options, "--run", NULL);
	return !setup->run_name || run_name_fits(setup->run_name, err);
}

static const struct rule_info *const *known_rules(struct arena *arena)
{
	const struct rule_info **infos = arena_array(arena, const struct rule_info *, rules_count);

	for (size_t i = 0; i < rules_count; i++)
		infos[i] = &rules_all[i]->info;
	return infos;
}

static bool read_baseline(struct arena *arena, struct run_setup *setup, struct err *err)
{
	struct stored_decision *decisions;
	struct baseline baseline;

	if (!baseline_read(arena, setup->project.root, &baseline, err))
		return false;
	baseline_limit(arena, &baseline, config_number(setup->settings.config, KEY_MAX_DAYS));
	decisions = arena_array(arena, struct stored_decision, baseline.entries.len);
	for (size_t i = 0; i < baseline.entries.len; i++)
		decisions[i] = (struct stored_decision){ .fingerprint = baseline.entries.items[i].fingerprint,
							 .ordinal = baseline.entries.items[i].ordinal,
							 .what = baseline.entries.items[i].what };
	setup->decisions = decisions;
	setup->decision_count = baseline.entries.len;
	return true;
}

bool run_set_up(struct arena *arena, const struct options *options, run_find_sources *find, struct run_setup *setup,
		struct err *err)
{
	*setup = (struct run_setup){ .rules_by_name = option_given(options, "--rule") };
	if (!settings_check(options, err) || !fixes_read(options, &setup->fixes, err) || !choose_rest(options, setup, err) ||
	    !choose_named_rules(arena, options, setup, err) ||
	    !outputs_choose(arena, options, &setup->outputs, err) ||
	    !find(arena, options, &setup->sources, err) ||
	    !settings_find(arena, options, &setup->sources, &setup->project, &setup->settings, err) ||
	    !database_folder_exists(&setup->project, err) || !scanner_find(arena, &setup->scanner, err))
		return false;
	settings_probe(arena, &setup->settings, &setup->project, &setup->sources, setup->quiet ? NULL : complain);
	if (!setup->rules_by_name)
		choose_rules(arena, setup);
	cache_open(arena, setup->scanner, setup->settings.models, &setup->cache);
	setup->fail_on = setup->settings.config->values[KEY_FAIL_ON].text;
	revision_find(arena, options, setup->project.root, &setup->revision);
	BUG_IF(!level_parse(setup->settings.config->values[KEY_LEVEL].text, &setup->level));
	setup->known_rules = known_rules(arena);
	return read_baseline(arena, setup, err);
}

void run_release(struct run_setup *setup)
{
	settings_release(&setup->settings);
}

struct check_options run_options(const struct run_setup *setup)
{
	return (struct check_options){
		.root = setup->project.root,
		.scanner = setup->scanner,
		.database = setup->project.database,
		.rules = setup->rules.items,
		.rule_count = setup->rules.len,
		.cache = &setup->cache,
		.rules_by_name = setup->rules_by_name,
		.configs = setup->settings.configs,
		.models = setup->settings.models,
		.jobs = settings_jobs(&setup->settings),
		.timeout_seconds = config_number(setup->settings.config, KEY_TIMEOUT),
		.all_one_program = setup->sources.all_one_program,
		.whole_build = setup->sources.whole_build,
		.revision = setup->revision,
		.run_name = setup->run_name,
		.max_days = config_number(setup->settings.config, KEY_MAX_DAYS),
		.decisions = setup->decisions,
		.decision_count = setup->decision_count,
		.known_rules = setup->known_rules,
		.known_rule_count = rules_count,
	};
}

/* How many findings count, and how many are too weak to be told; how many units are what. */
struct tally {
	size_t counting, weak, fixed;
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

static struct tally tally(const struct run_setup *setup, const struct check_result *result, const struct fix_plan *fixed)
{
	struct tally tally = { .fixed = fixed->fixed.len };

	for (size_t i = 0; i < result->findings.all.len; i++) {
		const struct finding *finding = result->findings.all.items[i];

		tally.counting += counts(finding, setup->fail_on);
		tally.weak += finding->level < setup->level;
	}
	for (size_t i = 0; i < fixed->fixed.len; i++)
		tally.counting -= counts(fixed->fixed.items[i], setup->fail_on);
	for (size_t i = 0; i < result->units.len; i++) {
		tally.lost += was_lost(&result->units.items[i]);
		tally.partial += result->units.items[i].status == FACT__STATUS__STATUS_PARTIAL;
	}
	return tally;
}

/* What is told of the run: findings that are strong enough, and what of it is missing. */
static struct report_run told_run(struct arena *arena, const struct run_setup *setup, const struct check_result *result)
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

/* Reports first: they show the sources as they were read. */
static bool report_and_fix(struct arena *arena, const struct run_setup *setup, const struct check_result *result,
			   struct fix_plan *fixed, struct err *err)
{
	struct report_run run = told_run(arena, setup, result);
	struct report_options options = { .color = setup->color, .show_suppressed = setup->show_suppressed,
					  .sarif_suppressed = setup->sarif_suppressed,
					  .root = setup->project.root };
	struct fixes_subject subject = { .run = &run, .result = result, .root = setup->project.root };

	measured_add(arena, setup->project.database, &setup->outputs, &run);
	if (setup->sources.where)
		subject.build = path_join(arena, setup->sources.cwd, setup->sources.where);
	return outputs_write(&setup->outputs, &run, &options, err) &&
	       fixes_apply(arena, &setup->fixes, &subject, fixed, err);
}

static void print_unread(const struct run_setup *setup)
{
	const struct commands *commands = &setup->sources.commands;

	for (size_t i = 0; i < commands->all.len; i++)
		if (commands->all.items[i].unread)
			complain("%s: the response file '%s' cannot be read: its options are missing",
				 path_below(setup->project.root, commands->all.items[i].file),
				 commands->all.items[i].unread);
}

static void print_lost(const struct run_setup *setup, const struct check_result *result)
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

static void print_summary(const struct run_setup *setup, const struct check_result *result, const struct tally *tally)
{
	size_t units = result->units.len;

	if (tally->lost == units) {
		print_line(stderr, "nothing was analysed: %zu file%s, none of them usable (%.1f s)", units,
			   plural(units), (double)result->ms / 1000);
		return;
	}
	summary_states(stderr, result->findings.all.items, result->findings.all.len, &result->closed, setup->level);
	if (tally->fixed)
		fprintf(stderr, ", %zu fixed now", tally->fixed);
	if (tally->weak)
		fprintf(stderr, ", %zu below '%s' not shown", tally->weak, level_name(setup->level));
	fprintf(stderr, "; %zu file%s, %zu program%s, %zu not analysed", units, plural(units), result->program_count,
		plural(result->program_count), tally->lost);
	if (tally->partial)
		fprintf(stderr, ", %zu in part", tally->partial);
	if (setup->settings.excluded)
		fprintf(stderr, ", %zu excluded", setup->settings.excluded);
	if (setup->sources.commands.others)
		fprintf(stderr, ", %zu skipped (no C or C++)", setup->sources.commands.others);
	fprintf(stderr, " (%.1f s)\n", (double)result->ms / 1000);
}

/* Each decision counts once for each finding that it hides. */
static void print_expiring(const struct check_result *result)
{
	int64_t today = date_today();
	size_t count = 0;

	for (size_t i = 0; i < result->findings.all.len; i++) {
		const struct suppression *what = result->findings.all.items[i]->suppressed;

		count += what && what->until && date_days(what->until) <= today + EXPIRY_NOTICE_DAYS;
	}
	if (count)
		print_line(stderr, "%zu suppression%s within %d days: 'snag suppress audit' tells which", count,
			   count == 1 ? " expires" : "s expire", EXPIRY_NOTICE_DAYS);
}

/* Part of what was asked for may be missing if that is allowed; but where all of it is, nothing was checked. */
static int incomplete(const struct run_setup *setup, const struct check_result *result, const struct tally *tally)
{
	bool missing = tally->lost || (setup->strict && tally->partial);

	if (tally->lost == result->units.len)
		return CLI_INCOMPLETE;
	return missing && !setup->allow_incomplete ? CLI_INCOMPLETE : CLI_CLEAN;
}

int run_tell(struct arena *arena, const struct run_setup *setup, const struct check_result *result)
{
	struct err err = { 0 };
	struct fix_plan fixed;
	struct tally sums;

	if (!report_and_fix(arena, setup, result, &fixed, &err))
		return cli_trouble(&err);
	if (setup->stats && !stats_write(setup->stats, result, setup->project.root, &err))
		return cli_trouble(&err);
	print_unread(setup);
	print_lost(setup, result);
	sums = tally(setup, result, &fixed);
	if (!setup->quiet) {
		print_expiring(result);
		if (result->remote)
			complain("the database '%s' lies on %s, where locks between machines can fail: --db or SNAG_DB can name a "
				 "local one",
				 setup->project.database, result->remote);
		print_summary(setup, result, &sums);
	}
	if (sums.counting)
		return CLI_FINDINGS;
	return incomplete(setup, result, &sums);
}
