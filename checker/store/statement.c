/* Running SQL: binding, stepping, and SQLite's troubles in one line. */
#include "store/statement.h"

#include <string.h>

bool store_fail(const struct store *store, const char *doing, struct err *err)
{
	int problem = sqlite3_errcode(store->db) & 0xff, system = sqlite3_system_errno(store->db);
	const char *what = sqlite3_errmsg(store->db);

	if (problem == SQLITE_BUSY || problem == SQLITE_LOCKED)
		return err_set(err, "cannot %s the database '%s': another process keeps it locked; try again later",
			       doing, store->path);
	if (problem == SQLITE_CORRUPT || problem == SQLITE_NOTADB)
		return err_set(err, "cannot %s the database '%s': %s; move it away to start a new one", doing,
			       store->path, what);
	if ((problem == SQLITE_CANTOPEN || problem == SQLITE_IOERR) && system)
		return err_set(err, "cannot %s the database '%s': %s (%s)", doing, store->path, what,
			       strerror(system));
	return err_set(err, "cannot %s the database '%s': %s", doing, store->path, what);
}

const char *or_empty(const char *text)
{
	return text ? text : "";
}

bool store_exec(struct store *store, const char *sql, struct err *err)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || store_fail(store, "write", err);
}

void store_rollback(struct store *store)
{
	if (!sqlite3_get_autocommit(store->db))
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

bool store_number(struct store *store, const char *sql, int64_t *number, struct err *err)
{
	sqlite3_stmt *statement = NULL;
	bool ok = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK &&
		  sqlite3_step(statement) == SQLITE_ROW;

	if (ok)
		*number = sqlite3_column_int64(statement, 0);
	else
		store_fail(store, "read", err);
	sqlite3_finalize(statement);
	return ok;
}

/* The texts outlive the step, so SQLite needs no copy of them. */
static int bind(sqlite3_stmt *statement, int column, const struct value *value)
{
	if (!value->is_text)
		return sqlite3_bind_int64(statement, column, value->number);
	if (!value->text)
		return sqlite3_bind_null(statement, column);
	return sqlite3_bind_text64(statement, column, value->text, strlen(value->text), SQLITE_STATIC, SQLITE_UTF8);
}

bool statement_run(struct store *store, sqlite3_stmt *statement, const struct value *values, size_t count,
		   int64_t *number, struct err *err)
{
	int status = SQLITE_OK;

	BUG_IF((size_t)sqlite3_bind_parameter_count(statement) != count);
	for (size_t i = 0; status == SQLITE_OK && i < count; i++)
		status = bind(statement, (int)i + 1, &values[i]);
	if (status == SQLITE_OK) {
		status = sqlite3_step(statement);
		if (status == SQLITE_ROW && number)
			*number = sqlite3_column_int64(statement, 0);
		while (status == SQLITE_ROW)
			status = sqlite3_step(statement);
	}
	if (status != SQLITE_OK && status != SQLITE_DONE)
		store_fail(store, "write", err);
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
	return status == SQLITE_DONE;
}

void rows_again(struct rows *rows, const struct value *values, size_t count)
{
	bool ok = rows->status == SQLITE_OK || rows->status == SQLITE_ROW || rows->status == SQLITE_DONE;

	if (!ok)
		return;
	BUG_IF((size_t)sqlite3_bind_parameter_count(rows->statement) != count);
	rows->status = sqlite3_reset(rows->statement);
	for (size_t i = 0; rows->status == SQLITE_OK && i < count; i++)
		rows->status = bind(rows->statement, (int)i + 1, &values[i]);
}

void rows_open(struct rows *rows, struct store *store, const char *sql, const struct value *values, size_t count)
{
	*rows = (struct rows){ .store = store };
	rows->status = sqlite3_prepare_v2(store->db, sql, -1, &rows->statement, NULL);
	rows_again(rows, values, count);
}

bool rows_next(struct rows *rows)
{
	if (rows->status == SQLITE_OK || rows->status == SQLITE_ROW)
		rows->status = sqlite3_step(rows->statement);
	return rows->status == SQLITE_ROW;
}

int64_t rows_number(const struct rows *rows, int column)
{
	return sqlite3_column_int64(rows->statement, column);
}

const char *rows_text(const struct rows *rows, int column)
{
	return (const char *)sqlite3_column_text(rows->statement, column);
}

char *rows_copy(struct arena *arena, const struct rows *rows, int column)
{
	return arena_strdup_any(arena, rows_text(rows, column));
}

bool rows_close(struct rows *rows, struct err *err)
{
	bool ok = rows->status == SQLITE_DONE || rows->status == SQLITE_ROW || rows->status == SQLITE_OK;

	if (!ok)
		store_fail(rows->store, "read", err);
	sqlite3_finalize(rows->statement);
	rows->statement = NULL;
	return ok;
}
