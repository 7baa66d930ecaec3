/* Asking the database: only reading, and only for so long. */
#ifndef SNAG_STORE_QUERY_H
#define SNAG_STORE_QUERY_H

#include "store/store.h"

/*
 * Opens a database that is there already, for reading alone. One of an older
 * schema is refused: whatever writes brings it up to date.
 */
bool store_open_read(const char *path, struct store **store, struct err *err);

struct query_cell {
	bool is_number; /* written as it is in JSON */
	const char *text; /* NULL for SQL's NULL; any bytes */
};

/* Called for each row; false ends the query. `names` are the columns'. */
typedef bool query_visit(void *data, const char *const *names, const struct query_cell *cells, size_t count);

struct query_filter {
	const char *column, *operator, *value; /* "path", "GLOB", "src/" and a star */
};

struct query {
	const char *view; /* its name, with or without "v_"; NULL: `sql` is asked */
	const char *sql;  /* one SELECT */
	const struct query_filter *filters; /* of a view: one it has no such column for is an error */
	size_t filter_count;
	unsigned seconds, limit; /* limit 0: all rows */
};

/* False also for what isn't a SELECT, or takes too long. */
bool store_query(struct store *store, const struct query *query, query_visit *visit, void *data, struct err *err);

/* Whether a view by that name is there, and whether it has such a column. */
bool view_exists(const char *name);
bool view_has(struct store *store, const char *name, const char *column);
const char *view_list(struct arena *arena); /* "open, new, …" for messages */

#endif
