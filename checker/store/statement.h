/* An open database, and statements whose values are bound and stepped in one call. */
#ifndef SNAG_STORE_STATEMENT_H
#define SNAG_STORE_STATEMENT_H

#include "base/arena.h"
#include "base/err.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store {
	sqlite3 *db;
	char *path; /* for messages */
	const char *remote; /* place_remote */
	struct sigaction at_limit; /* what SIGXFSZ did before */
	bool limit_ignored;
};

/* Makes the tables of another database known as NAME.TABLE, for reading alone. */
bool store_attach(struct store *store, const char *path, const char *name, struct err *err);

/* Words what SQLite says of the last call on the database; `doing` is a verb: "write", "open". Returns false. */
bool store_fail(const struct store *store, const char *doing, struct err *err);

/* Runs SQL that takes no values and gives no rows. */
bool store_exec(struct store *store, const char *sql, struct err *err);
/* Takes back what a transaction that is still open has done; nothing where SQLite ended it by itself. */
void store_rollback(struct store *store);

/* The number in the first column of the first row. */
bool store_number(struct store *store, const char *sql, int64_t *number, struct err *err);

/* "" for NULL. */
const char *or_empty(const char *text);

/* A value to bind: a text (NULL is SQL's NULL) or a number. */
struct value {
	bool is_text;
	const char *text;
	int64_t number;
};
#define TEXT(string) ((struct value){ .is_text = true, .text = (string) })
#define NUMBER(integer) ((struct value){ .number = (integer) })

/*
 * Binds the values, runs the statement to its end and makes it ready for the
 * next use. `number` (may be NULL) gets the first column of its row, where it has one.
 */
bool statement_run(struct store *store, sqlite3_stmt *statement, const struct value *values, size_t count,
		   int64_t *number, struct err *err);

/*
 * The rows of a query, one after the other:
 *
 *	rows_open(&rows, store, sql, values, count);
 *	while (rows_next(&rows))
 *		… rows_number(&rows, 0), rows_text(&rows, 1) …
 *	ok = rows_close(&rows, err);
 *
 * What fails on the way is worded by rows_close.
 */
struct rows {
	struct store *store;
	sqlite3_stmt *statement;
	int status;
};

void rows_open(struct rows *rows, struct store *store, const char *sql, const struct value *values, size_t count);
#define ROWS_OPEN(rows, store, sql, ...) \
	rows_open((rows), (store), (sql), (struct value[]){ __VA_ARGS__ }, \
		  sizeof((struct value[]){ __VA_ARGS__ }) / sizeof(struct value))
/* The same query with other values. */
void rows_again(struct rows *rows, const struct value *values, size_t count);
bool rows_next(struct rows *rows);
int64_t rows_number(const struct rows *rows, int column);
const char *rows_text(const struct rows *rows, int column); /* holds until the next row; NULL for SQL's NULL */
char *rows_copy(struct arena *arena, const struct rows *rows, int column); /* the same, to keep */
bool rows_close(struct rows *rows, struct err *err);

#endif
