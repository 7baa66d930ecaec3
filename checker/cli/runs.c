/* `snag run` and `snag diff`: runs, and what happened between two of them. */
#include "cli/cli.h"

#include "cli/compare.h"
#include "cli/report.h"
#include "cli/run.h"
#include "cli/summary.h"
#include "cli/terminal.h"
#include "report/table.h"
#include "store/query.h"

#include <string.h>

static const char *const formats[] = { "table", "csv", "jsonl" };

static void add_number(struct table *table, int64_t number)
{
	table_add(table, number < 0 ? NULL : arena_printf(table->arena, "%lld", (long long)number), true);
}

static void fill_runs(struct table *table, const struct run_list *runs)
{
	static const char *const names[] = { "run", "date", "branch", "seq", "commit", "findings", "suppressed",
					     "unchecked" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		table_name(table, names[i]);
	for (size_t i = 0; i < runs->all.len; i++) {
		const struct run_row *run = &runs->all.items[i];

		table_add(table, run->uuid, false);
		table_add(table, run->date, false);
		table_add(table, run->branch, false);
		add_number(table, run->seq);
		table_add(table, run->commit, false);
		add_number(table, run->findings);
		add_number(table, run->suppressed);
		add_number(table, run->unchecked);
	}
}

static bool list_runs(struct arena *arena, const struct options *options, struct err *err)
{
	struct table table = { .arena = arena };
	struct store *store = NULL;
	struct project project;
	struct run_list runs;
	size_t format = 0;
	bool ok = option_choice(options, "--format", formats, 3, &format, err) &&
		  project_here(arena, options, &project, err) && store_open_read(project.database, &store, err) &&
		  store_runs(store, arena, &runs, err);

	store_close(store);
	if (!ok)
		return false;
	fill_runs(&table, &runs);
	return table_write(stdout, &table, (enum table_format)format, err) && terminal_flush(err);
}

static int run_run(struct arena *arena, const struct options *options)
{
	const char *word = options->operands.len == 1 ? options->operands.items[0] : "";
	struct err err = { 0 };

	if (!strcmp(word, "close"))
		return report_close(arena, options);
	if (strcmp(word, "list") != 0)
		err_set(&err, "'snag run' needs a word: list, close");
	else if (list_runs(arena, options, &err))
		return CLI_CLEAN;
	return cli_trouble(&err);
}

static const struct option_row options_of_run[] = {
	{ "--format", "FORMAT", "list: table (default), csv or jsonl" },
	OPTION_EXPECT,
	OPTION_OUTPUT,
	{ "--allow-incomplete", NULL, "close: status 0 where something, but not all, was not analysed" },
	{ "-q", NULL, "close: no summary" },
	OPTION_BRANCH,
	OPTION_COMMIT,
	OPTION_RUN,
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_run = {
	.name = "run",
	.synopsis = "list|close [OPTION…]",
	.help = "List the runs that the database holds, or close one of what 'snag cc' remembers",
	CLI_OPTIONS(options_of_run),
	.run = run_run,
};

static void fill_diff(struct table *table, const struct loaded *loaded)
{
	static const char *const names[] = { "state", "level", "rule", "path", "line", "function", "id", "message" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		table_name(table, names[i]);
	for (size_t i = 0; i < loaded->all.len; i++) {
		const struct finding *f = loaded->all.items[i];

		table_add(table, state_name(f->state), false);
		table_add(table, level_name(f->level), false);
		table_add(table, f->rule->id, false);
		table_add(table, f->path, false);
		add_number(table, f->place.line);
		table_add(table, f->function, false);
		table_add(table, arena_printf(table->arena, "%s/%u", f->id.full, f->ordinal), false);
		table_add(table, f->message, false);
	}
}

static bool diff(struct arena *arena, const struct options *options, struct store **store, struct err *err)
{
	struct table table = { .arena = arena };
	struct comparison comparison;
	VEC(struct compared) changed = { 0 };
	struct run_row base, now;
	struct project project;
	struct loaded loaded;
	size_t format = 0;

	if (options->operands.len != 2 || options->dashes)
		return err_set(err, "'snag diff' needs two runs: the older one, then the newer");
	if (!option_choice(options, "--format", formats, 3, &format, err) ||
	    !project_here(arena, options, &project, err) || !store_open_read(project.database, store, err) ||
	    !compare_find_run(arena, *store, &project, options->operands.items[0], &base, err) ||
	    !compare_find_run(arena, *store, &project, options->operands.items[1], &now, err) ||
	    !store_compare(*store, arena, now.id, base.id, &comparison, err))
		return false;
	for (size_t i = 0; i < comparison.all.len; i++)
		if (comparison.all.items[i].state != STATE_PERSISTING || option_given(options, "--all"))
			vec_push(arena, &changed, comparison.all.items[i]);
	if (!store_load(*store, arena, now.id, base.id, changed.items, changed.len, &loaded, err))
		return false;
	fill_diff(&table, &loaded);
	return table_write(stdout, &table, (enum table_format)format, err) && terminal_flush(err);
}

static int run_diff(struct arena *arena, const struct options *options)
{
	struct store *store = NULL;
	struct err err = { 0 };
	bool ok = diff(arena, options, &store, &err);

	store_close(store);
	return ok ? CLI_CLEAN : cli_trouble(&err);
}

static const struct option_row diff_options[] = {
	{ "--all", NULL, "what stayed the same, too" },
	{ "--format", "FORMAT", "table (default), csv or jsonl" },
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_diff = {
	.name = "diff",
	.synopsis = "RUN RUN",
	.help = "Tell what changed from one run to another: by id, commit or branch",
	CLI_OPTIONS(diff_options),
	.run = run_diff,
};
