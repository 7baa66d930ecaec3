/* `snag db`: upkeep of the findings database. */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/project.h"
#include "cli/terminal.h"
#include "store/merge.h"
#include "store/upkeep.h"

#include <string.h>

static bool open_there(struct arena *arena, const struct options *options, struct store **store, struct err *err)
{
	struct project project;

	if (!project_here(arena, options, &project, err))
		return false;
	if (!file_exists(project.database))
		return err_set(err, "no database '%s' yet: 'snag check' makes it", project.database);
	return store_open(project.database, store, err);
}

static bool let_go(struct arena *arena, const struct options *options, struct store **store, struct err *err)
{
	unsigned keep = 50;
	int64_t removed = 0;

	if (!option_number(options, "--keep", 1, 1000000, &keep, err) || !open_there(arena, options, store, err) ||
	    !store_gc(*store, keep, &removed, err))
		return false;
	print_line(stdout, "%lld runs let go", (long long)removed);
	return terminal_flush(err);
}

static bool check(struct arena *arena, const struct options *options, struct store **store, struct err *err)
{
	return open_there(arena, options, store, err) && store_check(*store, err);
}

static bool merge(struct arena *arena, const struct options *options, struct store **store, struct err *err)
{
	VEC(const char *) others = { 0 };
	struct project project;

	(void)store;
	if (options->operands.len < 2)
		return err_set(err, "'snag db merge' needs the databases to take over");
	if (!project_here(arena, options, &project, err) || !database_folder_exists(&project, err))
		return false;
	for (size_t i = 1; i < options->operands.len; i++)
		vec_push(arena, &others, path_join(arena, project.cwd, options->operands.items[i]));
	if (!store_merge(project.database, others.items, others.len, err))
		return false;
	print_line(stdout, "%zu merged into %s", others.len, project.database);
	return terminal_flush(err);
}

static const struct {
	const char *name;
	bool (*run)(struct arena *arena, const struct options *options, struct store **store, struct err *err);
	bool takes_more;
} actions[] = { { "merge", merge, true }, { "gc", let_go, false }, { "check", check, false } };

static bool upkeep(struct arena *arena, const struct options *options, struct store **store, struct err *err)
{
	const char *word = options->operands.len ? options->operands.items[0] : "";

	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (!strcmp(actions[i].name, word) && (actions[i].takes_more || options->operands.len == 1))
			return actions[i].run(arena, options, store, err);
	return err_set(err, "'snag db' needs a word: merge DATABASE…, gc, check");
}

static int run_db(struct arena *arena, const struct options *options)
{
	struct store *store = NULL;
	struct err err = { 0 };
	bool ok = upkeep(arena, options, &store, &err);

	store_close(store);
	return ok ? CLI_CLEAN : cli_trouble(&err);
}

static const struct option_row db_options[] = {
	{ "--keep", "N", "gc: so many runs of each branch (default 50)" },
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_db = {
	.name = "db",
	.synopsis = "merge DATABASE…|gc|check [OPTION…]",
	.help = "Take other databases over, let old runs go, or look whether all is sound",
	CLI_OPTIONS(db_options),
	.run = run_db,
};
