/* `snag query`: asks the database, by view and filters or in SQL. */
#include "cli/cli.h"

#include "cli/project.h"
#include "cli/terminal.h"
#include "report/table.h"
#include "store/query.h"
#include "store/state.h"

#include <string.h>

/* Options that are filters of a view. */
static const struct {
	const char *option, *column, *operator;
} filters[] = {
	{ "--rule", "rule", "=" },	   { "--state", "state", "=" },	  { "--level", "level", "=" },
	{ "--path", "path", "GLOB" },	   { "--owner", "owner", "GLOB" }, { "--branch", "branch", "=" },
};
#define FILTER_COUNT (sizeof filters / sizeof *filters)

struct asking {
	struct table table;
	struct query query;
	struct query_filter filters[FILTER_COUNT];
};

static bool add_row(void *data, const char *const *names, const struct query_cell *cells, size_t count)
{
	struct table *table = data;

	for (size_t i = 0; !table->names.len && i < count; i++)
		for (size_t j = 0; j < count; j++)
			table_name(table, names[j]);
	for (size_t i = 0; i < count; i++)
		table_add(table, cells[i].text, cells[i].is_number);
	return true;
}

static bool is_sql(const char *text)
{
	return strpbrk(text, " \t\n;") != NULL;
}

/* Of several branches the one that was analysed last is meant, unless one is named. */
static bool default_branch(struct arena *arena, struct store *store, struct asking *asking, struct err *err)
{
	struct run_row last;
	bool found;

	for (size_t i = 0; i < asking->query.filter_count; i++)
		if (!strcmp(asking->filters[i].column, "branch")) {
			if (!strcmp(asking->filters[i].value, "*"))
				asking->filters[i].operator= "GLOB";
			return true;
		}
	if (!view_has(store, asking->query.view, "branch"))
		return true;
	if (!store_find_run(store, arena, "", &last, &found, err))
		return false;
	if (found)
		asking->filters[asking->query.filter_count++] = (struct query_filter){ "branch", "=", last.branch };
	return true;
}

static bool choose(struct arena *arena, const struct options *options, struct asking *asking, struct err *err)
{
	const char *what = options->operands.len ? options->operands.items[0] : "open";

	if (options->operands.len > 1 || options->dashes)
		return err_set(err, "'snag query' takes one view or one SELECT, quoted");
	asking->query.seconds = 10;
	if (!option_number(options, "--timeout", 1, 3600, &asking->query.seconds, err) ||
	    !option_number(options, "--limit", 1, 1000000000, &asking->query.limit, err))
		return false;
	for (size_t i = 0; i < FILTER_COUNT; i++)
		if (option_given(options, filters[i].option))
			asking->filters[asking->query.filter_count++] =
				(struct query_filter){ filters[i].column, filters[i].operator,
						       option_value(options, filters[i].option, "") };
	asking->query.filters = asking->filters;
	if (is_sql(what)) {
		asking->query.sql = what;
		return !asking->query.filter_count || err_set(err, "filters are for views; a SELECT has WHERE");
	}
	asking->query.view = what;
	return view_exists(what) || err_set(err, "no view '%s': %s", what, view_list(arena));
}

static bool ask(struct arena *arena, const struct options *options, struct err *err)
{
	static const char *const formats[] = { "table", "csv", "jsonl" };
	struct asking asking = { .table = { .arena = arena } };
	struct store *store = NULL;
	struct project project;
	size_t format = 0;
	bool ok = choose(arena, options, &asking, err) && option_choice(options, "--format", formats, 3, &format, err) &&
		  project_here(arena, options, &project, err) && store_open_read(project.database, &store, err);

	if (ok && asking.query.view)
		ok = default_branch(arena, store, &asking, err);
	ok = ok && store_query(store, &asking.query, add_row, &asking.table, err);
	store_close(store);
	return ok && table_write(stdout, &asking.table, (enum table_format)format, err) && terminal_flush(err);
}

static int run_query(struct arena *arena, const struct options *options)
{
	struct err err = { 0 };

	return ask(arena, options, &err) ? CLI_CLEAN : cli_trouble(&err);
}

static const struct option_row query_options[] = {
	{ "--rule", "ID", "of this rule" },
	{ "--state", "STATE", "new, reopened, edited, raised, persisting, fixed, unchecked, rule-off" },
	{ "--level", "LEVEL", "note, warning, error" },
	{ "--path", "GLOB", "in files that match; '*' stands for any characters, '/' too" },
	{ "--owner", "GLOB", "in files that CODEOWNERS gives to them" },
	{ "--branch", "NAME", "of this branch ('*': of all; else that of the last run)" },
	{ "--limit", "N", "so many rows at most" },
	{ "--timeout", "SECONDS", "for the query (default 10)" },
	{ "--format", "FORMAT", "table (default), csv or jsonl" },
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_query = {
	.name = "query",
	.synopsis = "[VIEW|SELECT] [OPTION…]",
	.help = "Ask the findings database: open, new, fixed, suppressed, hotspots, trend, … or any SELECT",
	CLI_OPTIONS(query_options),
	.run = run_query,
};
