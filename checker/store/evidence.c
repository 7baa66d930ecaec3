/* The evidence table: one row for each figure and C library. */
#include "store/evidence.h"

#include "base/arena.h"
#include "store/statement.h"

#define COLUMNS 10

static void row_values(const struct evidence *row, struct value values[COLUMNS])
{
	const char *texts[] = { row->name, row->libc, row->what, row->value, row->unit, row->verdict, row->rule, row->note,
				row->machine };

	for (size_t i = 0; i < COLUMNS - 1; i++)
		values[i] = TEXT(texts[i]);
	values[COLUMNS - 1] = NUMBER(row->measured_at);
}

static bool put_rows(struct store *store, const struct evidence *rows, size_t count, struct err *err)
{
	struct value values[COLUMNS] = { { 0 } };
	struct rows insert;

	rows_open(&insert, store, "INSERT OR REPLACE INTO evidence VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values, COLUMNS);
	for (size_t i = 0; i < count; i++) {
		row_values(&rows[i], values);
		rows_again(&insert, values, COLUMNS);
		rows_next(&insert);
	}
	return rows_close(&insert, err);
}

bool evidence_put(struct store *store, const struct evidence *rows, size_t count, struct err *err)
{
	bool ok = store_exec(store, "BEGIN IMMEDIATE", err) && put_rows(store, rows, count, err) &&
		  store_exec(store, "COMMIT", err);

	if (!ok)
		store_rollback(store);
	return ok;
}

bool evidence_read(struct arena *arena, struct store *store, const char *bench, struct evidences *found,
		   struct err *err)
{
	struct rows rows;

	*found = (struct evidences){ 0 };
	/* "io." and all that follows it: '/' is the character behind '.'. */
	ROWS_OPEN(&rows, store,
		  "SELECT name, libc, what, value, unit, verdict, rule, note, machine, measured_at FROM evidence"
		  " WHERE name >= ?1 || '.' AND name < ?1 || '/' ORDER BY name, libc",
		  TEXT(bench));
	while (rows_next(&rows))
		vec_push(arena, &found->all,
			 (struct evidence){ .name = rows_copy(arena, &rows, 0),
					    .libc = rows_copy(arena, &rows, 1),
					    .what = rows_copy(arena, &rows, 2),
					    .value = rows_copy(arena, &rows, 3),
					    .unit = rows_copy(arena, &rows, 4),
					    .verdict = rows_copy(arena, &rows, 5),
					    .rule = rows_copy(arena, &rows, 6),
					    .note = rows_copy(arena, &rows, 7),
					    .machine = rows_copy(arena, &rows, 8),
					    .measured_at = rows_number(&rows, 9) });
	return rows_close(&rows, err);
}
