/* `snag db`: upkeep of the findings database. */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/project.h"
#include "cli/terminal.h"
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

static bool upkeep(struct arena *arena, const struct options *options, struct store **store, struct err *err)
{
	const char *word = options->operands.len == 1 ? options->operands.items[0] : "";
	unsigned keep = 50;
	int64_t removed = 0;

	if (strcmp(word, "gc") != 0 && strcmp(word, "check") != 0)
		return err_set(err, "'snag db' needs a word: gc, check");
	if (!option_number(options, "--keep", 1, 1000000, &keep, err) || !open_there(arena, options, store, err))
		return false;
	if (!strcmp(word, "check"))
		return store_check(*store, err);
	if (!store_gc(*store, keep, &removed, err))
		return false;
	print_line(stdout, "%lld runs let go", (long long)removed);
	return terminal_flush(err);
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
	.synopsis = "gc|check [OPTION…]",
	.help = "Let old runs go, or look whether the database is sound",
	CLI_OPTIONS(db_options),
	.run = run_db,
};
