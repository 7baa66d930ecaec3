/* Queries of other people: one statement that reads, through a connection that can't write, under a clock. */
#include "store/query.h"

#include "base/strbuf.h"
#include "store/views.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

/* Between looks at the clock: some ten milliseconds' worth. */
#define STEPS_BETWEEN_LOOKS 100000
#define COLUMN_LIMIT 200

static const struct view *find_view(const char *name)
{
	if (!strncmp(name, "v_", 2))
		name += 2;
	for (size_t i = 0; i < views_count; i++)
		if (!strcmp(views_all[i].name, name))
			return &views_all[i];
	return NULL;
}

bool view_exists(const char *name)
{
	return find_view(name) != NULL;
}

const char *view_list(struct arena *arena)
{
	struct strbuf list = { 0 };
	char *text;

	for (size_t i = 0; i < views_count; i++)
		strbuf_addf(&list, "%s%s", i ? ", " : "", views_all[i].name);
	text = arena_strdup(arena, list.text);
	strbuf_release(&list);
	return text;
}

bool view_has(struct store *store, const char *name, const char *column)
{
	const struct view *view = find_view(name);
	struct arena arena = { 0 };
	struct rows rows;
	bool has;

	ROWS_OPEN(&rows, store, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?",
		  TEXT(view ? arena_printf(&arena, "v_%s", view->name) : ""), TEXT(column));
	has = rows_next(&rows);
	rows_close(&rows, NULL);
	arena_release(&arena);
	return has;
}

/* Reads, and nothing else: no other files, no settings, no functions that reach outside. */
static int allow(void *data, int action, const char *first, const char *second, const char *database,
		 const char *trigger)
{
	(void)data;
	(void)first;
	(void)database;
	(void)trigger;
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_READ:
	case SQLITE_RECURSIVE:
		return SQLITE_OK;
	case SQLITE_FUNCTION:
		return strcmp(second, "load_extension") ? SQLITE_OK : SQLITE_DENY;
	}
	return SQLITE_DENY;
}

struct clock {
	struct timespec end;
	bool over;
};

static int look_at_clock(void *data)
{
	struct clock *clock = data;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	clock->over = now.tv_sec > clock->end.tv_sec ||
		      (now.tv_sec == clock->end.tv_sec && now.tv_nsec > clock->end.tv_nsec);
	return clock->over;
}

static bool of_view(struct store *store, const struct query *query, struct strbuf *sql, struct err *err)
{
	const struct view *view = find_view(query->view);

	if (!view)
		return err_set(err, "no view '%s'", query->view);
	strbuf_addf(sql, "SELECT * FROM v_%s", view->name);
	for (size_t i = 0; i < query->filter_count; i++) {
		const struct query_filter *filter = &query->filters[i];

		if (!view_has(store, view->name, filter->column))
			return err_set(err, "v_%s has no column '%s'", view->name, filter->column);
		strbuf_addf(sql, " %s \"%s\" %s ?", i ? "AND" : "WHERE", filter->column, filter->operator);
	}
	if (view_has(store, view->name, "path"))
		strbuf_addf(sql, " ORDER BY path%s, 1", view_has(store, view->name, "line") ? ", line" : "");
	return true;
}

static bool prepare(struct store *store, const char *sql, sqlite3_stmt **statement, struct err *err)
{
	const char *tail = "";

	if (sqlite3_prepare_v2(store->db, sql, -1, statement, &tail) != SQLITE_OK)
		return err_set(err, "%s", sqlite3_errcode(store->db) == SQLITE_AUTH ?
						  "not authorized: only SELECT on the tables and views is" :
						  sqlite3_errmsg(store->db));
	while (isspace((unsigned char)*tail) || *tail == ';')
		tail++;
	if (!*statement)
		return err_set(err, "no query: a SELECT is needed");
	if (*tail)
		return err_set(err, "one SELECT at a time, please");
	return true;
}

static bool visit_row(sqlite3_stmt *statement, const char *const *names, size_t count, query_visit *visit, void *data)
{
	struct query_cell cells[COLUMN_LIMIT];

	for (size_t i = 0; i < count; i++) {
		int type = sqlite3_column_type(statement, (int)i);

		cells[i].is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
		cells[i].text = (const char *)sqlite3_column_text(statement, (int)i);
	}
	return visit(data, names, cells, count);
}

static bool run(struct store *store, sqlite3_stmt *statement, const struct query *query, query_visit *visit, void *data,
		struct err *err)
{
	struct clock clock = { 0 };
	const char *names[COLUMN_LIMIT];
	size_t count = (size_t)sqlite3_column_count(statement);
	int status = SQLITE_ROW;

	if (count > COLUMN_LIMIT)
		return err_set(err, "more than %d columns", COLUMN_LIMIT);
	for (size_t i = 0; i < query->filter_count; i++)
		sqlite3_bind_text(statement, (int)i + 1, query->filters[i].value, -1, SQLITE_STATIC);
	clock_gettime(CLOCK_MONOTONIC, &clock.end);
	clock.end.tv_sec += query->seconds;
	sqlite3_progress_handler(store->db, STEPS_BETWEEN_LOOKS, look_at_clock, &clock);
	for (unsigned n = 0; !query->limit || n < query->limit; n++) {
		status = sqlite3_step(statement);
		/* The first step may prepare the statement anew, with names of its own. */
		for (size_t i = 0; !n && i < count; i++)
			names[i] = sqlite3_column_name(statement, (int)i);
		if (status != SQLITE_ROW || !visit_row(statement, names, count, visit, data))
			break;
	}
	sqlite3_progress_handler(store->db, 0, NULL, NULL);
	if (clock.over)
		return err_set(err, "the query took longer than %u s and was ended; --timeout gives it more",
			       query->seconds);
	return status == SQLITE_DONE || status == SQLITE_ROW || store_fail(store, "read", err);
}

bool store_query(struct store *store, const struct query *query, query_visit *visit, void *data, struct err *err)
{
	struct strbuf sql = { 0 };
	sqlite3_stmt *statement = NULL;
	bool ok = true;

	if (query->view)
		ok = of_view(store, query, &sql, err);
	else
		strbuf_addstr(&sql, query->sql);
	sqlite3_set_authorizer(store->db, allow, NULL);
	ok = ok && prepare(store, strbuf_text(&sql), &statement, err) && run(store, statement, query, visit, data, err);
	sqlite3_finalize(statement);
	sqlite3_set_authorizer(store->db, NULL, NULL);
	strbuf_release(&sql);
	return ok;
}
