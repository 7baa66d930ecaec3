/* `snag show`: all that is known of one finding. */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/id.h"
#include "cli/project.h"
#include "cli/terminal.h"
#include "report/report.h"
#include "report/table.h"
#include "store/query.h"
#include "store/state.h"

#include <string.h>

struct showing {
	struct arena *arena;
	struct store *store;
	struct project project;
	int64_t finding;
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

/* A table under a title; nothing where there are no rows. */
static bool print_rows(struct showing *s, const char *title, const char *sql, struct err *err)
{
	struct table table = { .arena = s->arena };
	struct query query = { .sql = arena_printf(s->arena, sql, (long long)s->finding), .seconds = 30 };

	if (!store_query(s->store, &query, add_row, &table, err))
		return false;
	if (table.names.len)
		printf("\n%s\n", title);
	return table_write(stdout, &table, TABLE_TEXT, err);
}

/* As the last run has it; of one that is gone, as it last was. */
static bool print_finding(struct showing *s, bool color, struct err *err)
{
	struct compared what = { .finding = s->finding };
	struct run_list runs;
	struct loaded loaded = { 0 };

	if (!store_runs(s->store, s->arena, &runs, err))
		return false;
	for (size_t i = runs.all.len; i-- > 0 && !loaded.all.len;)
		if (!store_load(s->store, s->arena, runs.all.items[i].id, 0, &what, 1, &loaded, err))
			return false;
	for (size_t i = 0; i < loaded.all.len; i++) {
		struct finding *finding = loaded.all.items[i];
		struct report_run run = { .findings = (const struct finding *const *)&loaded.all.items[i], .count = 1 };
		struct report_options options = { .color = color, .show_suppressed = true, .root = s->project.root };

		finding->place.file = path_join(s->arena, s->project.root, finding->path);
		for (size_t j = 0; j < finding->steps.len; j++)
			finding->steps.items[j].place.file =
				path_join(s->arena, s->project.root, finding->steps.items[j].place.file);
		if (!report_format_named("text")(stdout, &run, &options, err))
			return false;
		print_line(stdout, "    = in '%s', statement: %s", finding->function, finding->statement);
	}
	return true;
}

static bool show(struct showing *s, const struct options *options, struct err *err)
{
	if (options->operands.len != 1 || options->dashes)
		return err_set(err, "'snag show' needs one id, or its start");
	if (!project_here(s->arena, options, &s->project, err) ||
	    !store_open_read(s->project.database, &s->store, err) || !id_find(s->arena, s->store, options->operands.items[0], &s->finding, err))
		return false;
	return print_finding(s, terminal_color("auto"), err) &&
	       print_rows(s, "Now",
			  "SELECT branch, state, path, line, suppressed_by, kind, reason, author, until, owner"
			  " FROM v_finding WHERE finding_id = %lld ORDER BY branch",
			  err) &&
	       print_rows(s, "History",
			  "SELECT date, state, branch, substr(\"commit\", 1, 12) AS \"commit\", substr(run, 1, 8) AS run,"
			  " substr(was, 1, 8) AS was FROM v_history WHERE finding_id = %lld ORDER BY seq",
			  err) &&
	       print_rows(s, "Known as",
			  "SELECT s.fp || '/' || s.ord AS id, path, func AS function FROM site s JOIN file ON file.id ="
			  " s.file_id WHERE s.finding_id = %lld ORDER BY s.id",
			  err) &&
	       terminal_flush(err);
}

static int run_show(struct arena *arena, const struct options *options)
{
	struct showing s = { .arena = arena };
	struct err err = { 0 };
	bool ok = show(&s, options, &err);

	store_close(s.store);
	return ok ? CLI_CLEAN : cli_trouble(&err);
}

static const struct option_row show_options[] = {
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_show = {
	.name = "show",
	.synopsis = "ID",
	.help = "Show one finding: source, path, history, decisions; the start of its id will do",
	CLI_OPTIONS(show_options),
	.run = run_show,
};
