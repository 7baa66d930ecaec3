/* Old runs lose their snapshots, snapshots without a run their rows, sets without a snapshot theirs. */
#include "store/upkeep.h"

#include "store/statement.h"

#include <string.h>

/* A run that another is held against stays as long as that one does. */
static bool drop_snapshots(struct store *store, unsigned keep, int64_t *removed, struct err *err)
{
	struct rows rows;

	ROWS_OPEN(&rows, store,
		  "UPDATE run SET snapshot_id = NULL WHERE snapshot_id IS NOT NULL AND closed_at IS NOT NULL AND seq <="
		  " (SELECT max(other.seq) FROM run other WHERE other.branch = run.branch) - ? RETURNING id",
		  NUMBER(keep));
	for (*removed = 0; rows_next(&rows);)
		++*removed;
	return rows_close(&rows, err);
}

bool store_sweep(struct store *store, struct err *err)
{
	return store_exec(store,
			  "DELETE FROM snapshot WHERE id NOT IN (SELECT snapshot_id FROM run WHERE snapshot_id IS NOT NULL);"
			  "DELETE FROM occurrence_set WHERE id NOT IN"
			  " (SELECT set_id FROM snapshot_unit WHERE set_id IS NOT NULL)",
			  err);
}

/* Rows go from the index of findings in no order: with the usual 2 MiB of pages at hand that takes twice as long. */
#define LARGE_CACHE "PRAGMA cache_size = -65536"

bool store_gc(struct store *store, unsigned keep, int64_t *removed, struct err *err)
{
	bool ok = store_exec(store, LARGE_CACHE, err) && store_exec(store, "BEGIN IMMEDIATE", err) &&
		  drop_snapshots(store, keep, removed, err) && store_sweep(store, err) &&
		  store_exec(store, "COMMIT", err);

	if (!ok)
		store_rollback(store);
	return ok && store_exec(store, "VACUUM", err);
}

bool store_set_owners(struct store *store, const char *(*owner_of)(const void *data, const char *path), const void *data,
		      struct err *err)
{
	struct rows files, change;
	bool ok = store_exec(store, "BEGIN IMMEDIATE", err);

	if (!ok)
		return false;
	rows_open(&files, store, "SELECT id, path, owner FROM file WHERE id IN (SELECT file_id FROM site)", NULL, 0);
	ROWS_OPEN(&change, store, "UPDATE file SET owner = ? WHERE id = ?", TEXT(NULL), NUMBER(0));
	while (rows_next(&files)) {
		const char *owner = owner_of(data, rows_text(&files, 1));

		if (!strcmp(or_empty(owner), or_empty(rows_text(&files, 2))))
			continue;
		rows_again(&change, (struct value[]){ TEXT(owner), NUMBER(rows_number(&files, 0)) }, 2);
		rows_next(&change);
	}
	ok = rows_close(&change, err);
	ok = rows_close(&files, err) && ok && store_exec(store, "COMMIT", err);
	if (!ok)
		store_rollback(store);
	return ok;
}

bool store_check(struct store *store, struct err *err)
{
	struct rows rows;
	int64_t broken = 0;

	rows_open(&rows, store, "PRAGMA integrity_check(1)", NULL, 0);
	if (rows_next(&rows) && strcmp(or_empty(rows_text(&rows, 0)), "ok") != 0) {
		err_set(err, "the database '%s' is broken: %s", store->path, or_empty(rows_text(&rows, 0)));
		for (char *p = err->text; (p = strchr(p, '\n'));)
			*p = ' ';
	}
	if (!rows_close(&rows, err) || (err && err->text[0]))
		return false;
	if (!store_number(store, "SELECT count(*) FROM pragma_foreign_key_check", &broken, err))
		return false;
	return !broken || err_set(err, "the database '%s' is broken: %lld rows name others that aren't there", store->path,
				  (long long)broken);
}
