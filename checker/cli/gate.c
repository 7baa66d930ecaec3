/* `snag gate`: the exit status for CI. */
#include "cli/cli.h"

#include "base/files.h"
#include "base/map.h"
#include "cli/compare.h"
#include "cli/measured.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "command/command.h"
#include "driver/baseline.h"
#include "model/date.h"
#include "rules/rules.h"
#include "store/query.h"

#include <string.h>

enum fail_on { FAIL_ON_NEW, FAIL_ON_ANY, FAIL_ON_ERROR, FAIL_ON_NEVER };

static const char *const fail_on_names[] = { "new", "any", "error", "never" };

struct gate {
	struct arena *arena;
	const struct options *options;
	struct store *store;
	struct project project;
	struct outputs outputs;
	struct run_row now, base;
	bool has_base;
	const char *commit; /* what the base is in git, or NULL */
	enum fail_on fail_on;
	struct comparison comparison;
	struct baseline baseline;
	VEC(struct compared) counting;
	size_t known, fixed, lost, stale;
};

static bool find_runs(struct gate *g, struct err *err)
{
	const char *now = option_value(g->options, "--run", ""), *base = option_value(g->options, "--base", NULL);
	bool found;

	if (!now[0]) {
		if (!store_find_run(g->store, g->arena, "", &g->now, &found, err))
			return false;
		if (!found)
			return err_set(err, "no run yet: 'snag check' makes one");
	} else if (!compare_find_run(g->arena, g->store, &g->project, now, &g->now, err))
		return false;
	if (!base)
		return true;
	if (!compare_find_base(g->arena, g->store, &g->project, base, &g->now, &g->base, &g->has_base, &g->commit, err))
		return false;
	if (!g->has_base && !g->commit)
		return err_set(err, "--base: neither a run nor a commit is called '%s'", base);
	if (!g->has_base)
		complain("no run of '%s' or of a commit before it; only its baseline tells what is known", base);
	return true;
}

/* A branch must not let itself through: its own baseline doesn't count, that of the base does. */
static bool read_baseline(struct gate *g, struct err *err)
{
	unsigned days = 0;
	bool ok = g->commit ? baseline_of_commit(g->arena, g->project.root, g->commit, &g->baseline, err) :
			      baseline_read(g->arena, g->project.root, &g->baseline, err);

	ok = ok && settings_max_days(g->arena, g->project.root, &days, err);
	baseline_limit(g->arena, &g->baseline, days);
	return ok;
}

static bool has_run_out(const struct baseline_entry *entry)
{
	return entry->what.until && date_days(entry->what.until) < date_today();
}

static struct map baseline_findings(const struct gate *g)
{
	struct map findings = { 0 };

	for (size_t i = 0; i < g->baseline.entries.len; i++)
		if (g->baseline.entries.items[i].finding && !has_run_out(&g->baseline.entries.items[i]))
			map_put(&findings, (uint64_t)g->baseline.entries.items[i].finding, 1, NULL);
	return findings;
}

static bool counts(const struct gate *g, const struct compared *row)
{
	if (g->fail_on == FAIL_ON_NEVER || row->state >= STATE_FIXED || row->level < LEVEL_WARNING)
		return false;
	if (g->fail_on == FAIL_ON_ERROR)
		return row->level >= LEVEL_ERROR;
	return g->fail_on == FAIL_ON_ANY || state_is_new(row->state);
}

/* What is in the baseline, was seen once, and isn't there any more, is fixed: what wasn't checked would still be there. */
static void weigh(struct gate *g)
{
	struct map in_baseline = baseline_findings(g), there = { 0 };

	for (size_t i = 0; i < g->comparison.all.len; i++) {
		struct compared *row = &g->comparison.all.items[i];
		bool hidden = row->suppressed && strcmp(row->suppressed->source, "baseline") != 0;
		bool known = map_get(&in_baseline, (uint64_t)row->finding);

		g->fixed += row->state == STATE_FIXED;
		if (row->state != STATE_FIXED && in_baseline.len)
			map_put(&there, (uint64_t)row->finding, 1, NULL);
		if (hidden || known || !counts(g, row)) {
			g->known += row->state < STATE_FIXED;
			continue;
		}
		row->suppressed = NULL;
		vec_push(g->arena, &g->counting, *row);
	}
	for (size_t i = 0; i < in_baseline.len; i++)
		g->stale += !map_get(&there, in_baseline.entries[i].key);
	map_release(&in_baseline);
	map_release(&there);
}

static bool is_in(const char *path, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i], path))
			return true;
	return false;
}

/* A status in words for whoever doesn't know the table. */
static const char *unseen_reason(const char *status)
{
	return !strcmp(status, "carried") ? "its command was no part of that run" : status;
}

/* Units that should have been analysed: those of the run, and those that --expect names. */
static bool count_lost(struct gate *g, struct err *err)
{
	const char *expect = option_value(g->options, "--expect", NULL);
	struct commands commands = { 0 };
	struct unseen unseen;

	if (!store_unseen(g->store, g->arena, g->now.id, &unseen, err))
		return false;
	for (size_t i = 0; i < unseen.paths.len; i++)
		complain("%s: not analysed: %s", unseen.paths.items[i], unseen_reason(unseen.statuses.items[i]));
	g->lost = unseen.paths.len;
	if (!expect)
		return true;
	if (!commands_read(g->arena, path_join(g->arena, g->project.cwd, expect), &commands, err))
		return false;
	for (size_t i = 0; i < commands.all.len; i++) {
		const char *path = path_below(g->project.root, commands.all.items[i].file);

		if (is_in(path, unseen.analysed.items, unseen.analysed.len) ||
		    is_in(path, unseen.paths.items, unseen.paths.len))
			continue;
		complain("%s: not analysed: no record of it", path);
		g->lost++;
	}
	return true;
}

/* Rules as this program knows them, of those that were on; what is unknown to it has its name alone. */
static bool add_rules(struct gate *g, struct report_run *run, const struct loaded *loaded, struct err *err)
{
	VEC(const struct rule_info *) rules = { 0 };
	struct named_rules names;

	if (!store_rules(g->store, g->arena, g->now.id, &names, err))
		return false;
	for (size_t i = 0; i < rules_count; i++) {
		const struct rule_info *info = &rules_all[i]->info;

		if (!is_in(info->id, names.all.items, names.all.len))
			continue;
		vec_push(g->arena, &rules, info);
		for (size_t j = 0; j < loaded->all.len; j++)
			if (!strcmp(loaded->all.items[j]->rule->id, info->id))
				loaded->all.items[j]->rule = info;
	}
	run->rules = rules.items;
	run->rule_count = rules.len;
	return true;
}

static bool print(struct gate *g, struct err *err)
{
	struct report_options options = { .color = terminal_color("auto"), .root = g->project.root };
	struct report_run run = { .incomplete = g->lost > 0, .commit = g->now.commit, .branch = g->now.branch };
	struct loaded loaded;

	if (!store_load(g->store, g->arena, g->now.id, 0, g->counting.items, g->counting.len, &loaded, err) ||
	    !add_rules(g, &run, &loaded, err))
		return false;
	for (size_t i = 0; i < loaded.all.len; i++) {
		struct finding *finding = loaded.all.items[i];

		finding->place.file = path_join(g->arena, g->project.root, finding->path);
		for (size_t j = 0; j < finding->steps.len; j++)
			finding->steps.items[j].place.file =
				path_join(g->arena, g->project.root, finding->steps.items[j].place.file);
	}
	run.findings = (const struct finding *const *)loaded.all.items;
	run.count = loaded.all.len;
	measured_add(g->arena, g->project.database, &g->outputs, &run);
	return outputs_write(&g->outputs, &run, &options, err);
}

static bool set_up(struct gate *g, struct err *err)
{
	size_t fail_on = option_given(g->options, "--base") ? FAIL_ON_NEW : FAIL_ON_ANY;

	if (g->options->operands.len || g->options->dashes)
		return err_set(err, "'snag gate' takes no arguments");
	if (!option_choice(g->options, "--fail-on", fail_on_names, 4, &fail_on, err) ||
	    !outputs_choose(g->arena, g->options, &g->outputs, err) ||
	    !project_here(g->arena, g->options, &g->project, err))
		return false;
	g->fail_on = (enum fail_on)fail_on;
	return store_open_read(g->project.database, &g->store, err);
}

static int status_of(const struct gate *g)
{
	bool stale = g->stale && option_given(g->options, "--strict-baseline");

	if (g->counting.len || stale)
		return CLI_FINDINGS;
	return g->lost && !option_given(g->options, "--allow-incomplete") ? CLI_INCOMPLETE : CLI_CLEAN;
}

static int run_gate(struct arena *arena, const struct options *options)
{
	struct gate g = { .arena = arena, .options = options };
	struct err err = { 0 };
	bool ok = set_up(&g, &err) && find_runs(&g, &err) && read_baseline(&g, &err) &&
		  baseline_resolve(g.store, &g.baseline, &err) &&
		  store_compare(g.store, arena, g.now.id, g.has_base ? g.base.id : 0, &g.comparison, &err) &&
		  (weigh(&g), true) && count_lost(&g, &err) && print(&g, &err);

	store_close(g.store);
	if (!ok)
		return cli_trouble(&err);
	if (!option_given(options, "-q"))
		print_line(stderr, "gate: %zu count, %zu known, %zu fixed, %zu not analysed%s", g.counting.len, g.known,
			   g.fixed, g.lost,
			   g.stale ? arena_printf(arena, ", %zu in the baseline no longer needed", g.stale) : "");
	return status_of(&g);
}

static const struct option_row gate_options[] = {
	{ "--base", "RUN", "what was known: a run, commit or branch; of a branch, where this one left it" },
	{ "--run", "RUN", "what is judged (default: the last run)" },
	{ "--fail-on", "WHAT", "status 1 for: new (default with --base), any (default without), error, never" },
	OPTION_EXPECT,
	{ "--strict-baseline", NULL, "status 1, too, where the baseline names what is fixed" },
	{ "--allow-incomplete", NULL, "status 0 where something was not analysed and nothing counts" },
	OPTION_FORMAT,
	OPTION_OUTPUT,
	OPTION_DB,
	OPTION_ROOT,
	{ "-q", NULL, "no summary" },
};

const struct cli_command command_gate = {
	.name = "gate",
	.synopsis = "[--base RUN] [OPTION…]",
	.help = "Exit status for CI: what the last run has that the base has not",
	CLI_OPTIONS(gate_options),
	.run = run_gate,
};
