/* Plain SQL to hold the store's work against. It goes its own ways to the database, past the store. */
#include "bench/scale/measure.h"

#include "base/files.h"
#include "base/vec.h"

#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

double cpu_own(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double cpu_children(void)
{
	struct rusage used;

	getrusage(RUSAGE_CHILDREN, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
	       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static bool failed(sqlite3 *db, struct err *err)
{
	return err_set(err, "SQLite: %s", sqlite3_errmsg(db));
}

static bool open_db(const char *path, sqlite3 **db, struct err *err)
{
	return sqlite3_open(path, db) == SQLITE_OK || failed(*db, err);
}

static bool exec(sqlite3 *db, const char *sql, struct err *err)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || failed(db, err);
}

bool database_number(const char *database, const char *sql, int64_t *number, struct err *err)
{
	sqlite3_stmt *statement = NULL;
	sqlite3 *db = NULL;
	bool ok = open_db(database, &db, err) &&
		  ((sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
		    sqlite3_step(statement) == SQLITE_ROW) || failed(db, err));

	if (ok)
		*number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return ok;
}

bool database_size(const char *database, int64_t *bytes, struct err *err)
{
	int64_t busy;

	return database_number(database, "PRAGMA wal_checkpoint(TRUNCATE)", &busy, err) &&
	       database_number(database, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", bytes,
			       err);
}

bool bare_group_by(const char *database, int64_t now, int64_t base, int64_t *rows, double *seconds, struct err *err)
{
	static const char sql[] =
		"SELECT finding_id, max(level), count(*) FROM run JOIN snapshot_unit USING(snapshot_id)"
		" CROSS JOIN occurrence USING(set_id) WHERE run.id IN (?, ?) GROUP BY finding_id";
	sqlite3_stmt *statement = NULL;
	sqlite3 *db = NULL;
	double start;
	bool ok = open_db(database, &db, err);

	start = cpu_own();
	ok = ok && (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK || failed(db, err));
	sqlite3_bind_int64(statement, 1, now);
	sqlite3_bind_int64(statement, 2, base);
	for (*rows = 0; ok && sqlite3_step(statement) == SQLITE_ROW;)
		++*rows;
	sqlite3_finalize(statement);
	*seconds = cpu_own() - start;
	sqlite3_close(db);
	return ok;
}

/* The tables that hold rows of a run, each after those that it refers to. */
static const char *const tables[] = {
	"file",	 "rule",     "tu",	    "program",	     "snapshot",	      "snapshot_rule", "occurrence_set",
	"run",	 "snapshot_unit", "snapshot_program", "snapshot_program_unit", "finding",	 "site",
	"occurrence", "step",	  "change",	    "run_gone",
};

struct row {
	const char *table;
	int count;
	sqlite3_value *values[20];
};

struct rows {
	VEC(struct row) all;
};

static bool collect_table(sqlite3 *db, const char *table, struct rows *rows, struct err *err)
{
	sqlite3_stmt *statement = NULL;
	struct arena scratch = { 0 };
	char *sql = arena_printf(&scratch, "SELECT * FROM main.%s EXCEPT SELECT * FROM before.%s", table, table);
	bool ok = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK || failed(db, err);

	while (ok && sqlite3_step(statement) == SQLITE_ROW) {
		struct row row = { .table = table, .count = sqlite3_column_count(statement) };

		for (int i = 0; i < row.count; i++)
			row.values[i] = sqlite3_value_dup(sqlite3_column_value(statement, i));
		hvec_push(&rows->all, row);
	}
	sqlite3_finalize(statement);
	arena_release(&scratch);
	return ok;
}

static bool collect(const char *after, const char *before, struct rows *rows, struct err *err)
{
	struct arena scratch = { 0 };
	sqlite3 *db = NULL;
	bool ok = open_db(after, &db, err) && exec(db, arena_printf(&scratch, "ATTACH '%s' AS before", before), err);

	for (size_t i = 0; ok && i < sizeof tables / sizeof *tables; i++)
		ok = collect_table(db, tables[i], rows, err);
	sqlite3_close(db);
	arena_release(&scratch);
	return ok;
}

static sqlite3_stmt *prepare_insert(sqlite3 *db, const struct row *row)
{
	struct arena scratch = { 0 };
	char *sql = arena_printf(&scratch, "INSERT OR REPLACE INTO %s VALUES(?", row->table);
	sqlite3_stmt *statement = NULL;

	for (int i = 1; i < row->count; i++)
		sql = arena_printf(&scratch, "%s, ?", sql);
	sqlite3_prepare_v2(db, arena_printf(&scratch, "%s)", sql), -1, &statement, NULL);
	arena_release(&scratch);
	return statement;
}

static bool insert_all(sqlite3 *db, const struct rows *rows, struct err *err)
{
	sqlite3_stmt *statement = NULL;
	bool ok = exec(db, "BEGIN IMMEDIATE", err);

	for (size_t i = 0; ok && i < rows->all.len; i++) {
		const struct row *row = &rows->all.items[i];

		if (!i || row[-1].table != row->table) {
			sqlite3_finalize(statement);
			statement = prepare_insert(db, row);
		}
		for (int j = 0; j < row->count; j++)
			sqlite3_bind_value(statement, j + 1, row->values[j]);
		ok = sqlite3_step(statement) == SQLITE_DONE || failed(db, err);
		sqlite3_reset(statement);
	}
	sqlite3_finalize(statement);
	return ok && exec(db, "COMMIT", err);
}

static void release(struct rows *rows)
{
	for (size_t i = 0; i < rows->all.len; i++)
		for (int j = 0; j < rows->all.items[i].count; j++)
			sqlite3_value_free(rows->all.items[i].values[j]);
	hvec_free(&rows->all);
}

bool bare_insert(const char *after, const char *before, const char *copy, int64_t *count, double *seconds,
		 struct err *err)
{
	struct arena scratch = { 0 };
	struct rows rows = { 0 };
	sqlite3 *db = NULL;
	double start;
	bool ok;

	unlink(copy);
	ok = open_db(before, &db, err) && exec(db, arena_printf(&scratch, "VACUUM INTO '%s'", copy), err);
	sqlite3_close(db);
	ok = ok && collect(after, before, &rows, err) && open_db(copy, &db, err) &&
	     exec(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", err);
	start = cpu_own();
	ok = ok && insert_all(db, &rows, err);
	*seconds = cpu_own() - start;
	*count = (int64_t)rows.all.len;
	sqlite3_close(db);
	release(&rows);
	arena_release(&scratch);
	return ok;
}
