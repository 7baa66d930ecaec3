/* Rows of the table `suppression`: none is ever removed, only taken back. */
#include "store/suppressions.h"

#include "store/statement.h"

static const char list_sql[] =
	"SELECT p.id, s.fp || '/' || s.ord, ifnull(rule.key, p.rule_glob), ifnull(file.path, p.path_glob),"
	" date(p.created_at, 'unixepoch'), p.kind, p.reason, p.author, p.until,"
	" EXISTS(SELECT 1 FROM v_finding v WHERE v.finding_id = p.finding_id"
	"  OR p.finding_id IS NULL AND v.rule GLOB p.rule_glob AND v.path GLOB p.path_glob)"
	" FROM suppression p LEFT JOIN finding f ON f.id = p.finding_id LEFT JOIN site s ON s.id = f.site_id"
	" LEFT JOIN rule ON rule.id = f.rule_id LEFT JOIN file ON file.id = s.file_id WHERE p.revoked_at IS NULL ORDER BY p.id";

bool store_suppressions(struct store *store, struct arena *arena, struct suppression_list *list, struct err *err)
{
	struct rows rows;

	*list = (struct suppression_list){ 0 };
	rows_open(&rows, store, list_sql, NULL, 0);
	while (rows_next(&rows)) {
		struct suppression_row row = { .row = rows_number(&rows, 0),
					       .id = rows_copy(arena, &rows, 1),
					       .rule = rows_copy(arena, &rows, 2),
					       .path = rows_copy(arena, &rows, 3),
					       .date = rows_copy(arena, &rows, 4),
					       .there = rows_number(&rows, 9) != 0 };

		row.what = (struct suppression){ "database", rows_copy(arena, &rows, 5),
						 rows_copy(arena, &rows, 6), rows_copy(arena, &rows, 8),
						 rows_copy(arena, &rows, 7) };
		vec_push(arena, &list->all, row);
	}
	return rows_close(&rows, err);
}

static bool run(struct store *store, const char *sql, const struct value *values, size_t count, struct err *err)
{
	struct rows rows;

	rows_open(&rows, store, sql, values, count);
	rows_next(&rows);
	return rows_close(&rows, err);
}

#define RUN(store, sql, err, ...) \
	run((store), (sql), (struct value[]){ __VA_ARGS__ }, sizeof((struct value[]){ __VA_ARGS__ }) / sizeof(struct value), \
	    (err))

bool store_suppress(struct store *store, int64_t finding, const struct suppression *what, int64_t at, struct err *err)
{
	bool ok = store_exec(store, "BEGIN IMMEDIATE", err) &&
		  RUN(store, "UPDATE suppression SET revoked_at = ? WHERE finding_id = ? AND revoked_at IS NULL", err,
		      NUMBER(at), NUMBER(finding)) &&
		  RUN(store,
		      "INSERT INTO suppression(kind, finding_id, reason, author, created_at, until) VALUES(?, ?, ?, ?, ?, ?)",
		      err, TEXT(what->kind), NUMBER(finding), TEXT(what->reason), TEXT(or_empty(what->author)),
		      NUMBER(at), TEXT(what->until)) &&
		  store_exec(store, "COMMIT", err);

	if (!ok)
		store_rollback(store);
	return ok;
}

bool store_revoke(struct store *store, int64_t row, int64_t at, struct err *err)
{
	return RUN(store, "UPDATE suppression SET revoked_at = ? WHERE id = ?", err, NUMBER(at), NUMBER(row));
}
