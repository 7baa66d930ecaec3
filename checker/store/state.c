/* The state of every finding in one run against another: two snapshots, compared finding by finding. */
#include "store/state.h"

#include "store/statement.h"

#include <stdlib.h>
#include <string.h>

/*
 * A finding once for each of the two runs, then once in all. Sets that both runs
 * share are read twice all the same: that is cheaper than finding out. So is
 * sorting the rows afterwards: an ORDER BY sorts them with all of their columns.
 */
static const char compare_sql[] =
	"WITH c AS MATERIALIZED (SELECT id, branch, snapshot_id FROM run WHERE id = ?1),"
	" b AS MATERIALIZED (SELECT id, branch, snapshot_id FROM run WHERE id = ?2),"
	" o AS (SELECT finding_id AS fid, max(fresh) AS fresh, max(now) AS now, max(base) AS base,"
	"  max(level * now) AS level, max(level * base) AS was FROM ("
	"  SELECT o.finding_id, o.level, o.carried = 0 AND u.status IN ('ok', 'cached', 'partial') AS fresh, 1 AS now,"
	"   0 AS base FROM snapshot_unit u JOIN occurrence o ON o.set_id = u.set_id"
	"   WHERE u.snapshot_id = (SELECT snapshot_id FROM c)"
	"  UNION ALL SELECT o.finding_id, o.level, 0, 0, 1 FROM snapshot_unit u JOIN occurrence o ON o.set_id = u.set_id"
	"   WHERE u.snapshot_id = (SELECT snapshot_id FROM b)) GROUP BY finding_id)"
	" SELECT fid, CASE"
	"  WHEN fresh AND base AND level > was THEN 'raised'"
	"  WHEN fresh AND base THEN 'persisting'"
	"  WHEN fresh AND EXISTS(SELECT 1 FROM change x JOIN run r ON r.id = x.run_id WHERE x.finding_id = fid"
	"   AND x.state = 'fixed' AND x.run_id < ?1 AND r.branch IN ((SELECT branch FROM c), (SELECT branch FROM b)))"
	"   THEN 'reopened'"
	"  WHEN fresh AND EXISTS(SELECT 1 FROM change x WHERE x.finding_id = fid AND x.state = 'edited') THEN 'edited'"
	"  WHEN fresh THEN 'new'"
	"  WHEN now AND NOT EXISTS(SELECT 1 FROM snapshot_rule x WHERE x.snapshot_id = (SELECT snapshot_id FROM c)"
	"   AND x.rule_id = (SELECT f.rule_id FROM finding f WHERE f.id = fid)) THEN 'rule-off'"
	"  WHEN now THEN 'unchecked'"
	"  ELSE 'fixed' END, iif(now, level, was), d.source, d.kind, d.reason, d.until, d.author"
	" FROM o LEFT JOIN decision d ON d.snapshot_id = (SELECT snapshot_id FROM c) AND d.finding_id = fid";

static const struct suppression *read_decision(struct arena *arena, const struct rows *rows, int first)
{
	struct suppression *decision = arena_new(arena, struct suppression);

	*decision = (struct suppression){ rows_copy(arena, rows, first), rows_copy(arena, rows, first + 1),
					  rows_copy(arena, rows, first + 2), rows_copy(arena, rows, first + 3),
					  rows_copy(arena, rows, first + 4) };
	return decision;
}

static int compare_by_finding(const void *left, const void *right)
{
	const struct compared *a = left, *b = right;

	return (a->finding > b->finding) - (a->finding < b->finding);
}

bool store_compare(struct store *store, struct arena *arena, int64_t now, int64_t base, struct comparison *comparison,
		   struct err *err)
{
	struct rows rows;

	*comparison = (struct comparison){ 0 };
	ROWS_OPEN(&rows, store, compare_sql, NUMBER(now), NUMBER(base));
	while (rows_next(&rows)) {
		struct compared row = { .finding = rows_number(&rows, 0), .level = (enum level)rows_number(&rows, 2) };

		state_parse(rows_text(&rows, 1), &row.state);
		if (rows_text(&rows, 3))
			row.suppressed = read_decision(arena, &rows, 3);
		vec_push(arena, &comparison->all, row);
	}
	if (comparison->all.len)
		qsort(comparison->all.items, comparison->all.len, sizeof *comparison->all.items, compare_by_finding);
	return rows_close(&rows, err);
}

#define RUN_COLUMNS \
	"SELECT id, uuid, branch, commit_id, date(started_at, 'unixepoch'), ifnull(findings, -1)," \
	" ifnull(suppressed, -1), ifnull(unchecked, -1), seq FROM run WHERE closed_at IS NOT NULL"

static struct run_row read_run(struct arena *arena, const struct rows *rows)
{
	return (struct run_row){ .id = rows_number(rows, 0),
				 .uuid = rows_copy(arena, rows, 1),
				 .branch = rows_copy(arena, rows, 2),
				 .commit = rows_copy(arena, rows, 3),
				 .date = rows_copy(arena, rows, 4),
				 .findings = rows_number(rows, 5),
				 .suppressed = rows_number(rows, 6),
				 .unchecked = rows_number(rows, 7),
				 .seq = rows_number(rows, 8) };
}

bool store_runs(struct store *store, struct arena *arena, struct run_list *list, struct err *err)
{
	struct rows rows;

	*list = (struct run_list){ 0 };
	rows_open(&rows, store, RUN_COLUMNS " ORDER BY id", NULL, 0);
	while (rows_next(&rows))
		vec_push(arena, &list->all, read_run(arena, &rows));
	return rows_close(&rows, err);
}

/* A start that fits two runs means neither. */
static bool find_by(struct store *store, struct arena *arena, const char *sql, const char *text, bool only_one,
		    struct run_row *row, bool *found, struct err *err)
{
	struct rows rows;
	bool again = false;

	ROWS_OPEN(&rows, store, sql, TEXT(text));
	*found = rows_next(&rows);
	if (*found) {
		*row = read_run(arena, &rows);
		again = only_one && rows_next(&rows);
	}
	if (!rows_close(&rows, err))
		return false;
	return !again || err_set(err, "'%s' is the start of more than one run; 'snag run list' names them", text);
}

bool store_find_run(struct store *store, struct arena *arena, const char *text, struct run_row *row, bool *found,
		    struct err *err)
{
	*found = false;
	if (!text[0])
		return find_by(store, arena, RUN_COLUMNS " AND ? = '' ORDER BY id DESC LIMIT 1", text, false, row, found,
			       err);
	if (strlen(text) >= 4 && !find_by(store, arena, RUN_COLUMNS " AND substr(uuid, 1, length(?1)) = ?1 LIMIT 2", text,
					  true, row, found, err))
		return false;
	return *found || find_by(store, arena,
				 RUN_COLUMNS " AND (commit_id = ?1 OR branch = ?1) ORDER BY id DESC LIMIT 1", text,
				 false, row, found, err);
}

bool store_run_before(struct store *store, struct arena *arena, const char *commit, int64_t newest, struct run_row *row,
		      bool *found, struct err *err)
{
	struct rows rows;

	ROWS_OPEN(&rows, store, RUN_COLUMNS " AND commit_id = ? AND id <= ? ORDER BY id DESC LIMIT 1", TEXT(commit),
		  NUMBER(newest));
	*found = rows_next(&rows);
	if (*found)
		*row = read_run(arena, &rows);
	return rows_close(&rows, err);
}

bool store_unseen(struct store *store, struct arena *arena, int64_t run, struct unseen *unseen, struct err *err)
{
	struct rows rows;

	*unseen = (struct unseen){ 0 };
	ROWS_OPEN(&rows, store,
		  "SELECT path, status FROM run JOIN snapshot_unit USING(snapshot_id) JOIN tu ON tu.id = tu_id"
		  " JOIN file ON file.id = main_file WHERE run.id = ? AND status <> 'gone' ORDER BY path",
		  NUMBER(run));
	while (rows_next(&rows)) {
		const char *path = rows_copy(arena, &rows, 0), *status = rows_text(&rows, 1);

		if (!strcmp(status, "ok") || !strcmp(status, "cached") || !strcmp(status, "partial")) {
			vec_push(arena, &unseen->analysed, path);
			continue;
		}
		vec_push(arena, &unseen->paths, path);
		vec_push(arena, &unseen->statuses, arena_strdup_any(arena, status));
	}
	return rows_close(&rows, err);
}

bool store_rules(struct store *store, struct arena *arena, int64_t run, struct named_rules *rules, struct err *err)
{
	struct rows rows;

	*rules = (struct named_rules){ 0 };
	ROWS_OPEN(&rows, store,
		  "SELECT rule.key FROM run JOIN snapshot_rule USING(snapshot_id) JOIN rule ON rule.id = rule_id"
		  " WHERE run.id = ? ORDER BY rule.key",
		  NUMBER(run));
	while (rows_next(&rows))
		vec_push(arena, &rules->all, rows_copy(arena, &rows, 0));
	return rows_close(&rows, err);
}

bool store_find_id(struct store *store, const char *fingerprint, uint32_t ordinal, int64_t *finding, struct err *err)
{
	struct rows rows;

	ROWS_OPEN(&rows, store, "SELECT finding_id FROM site WHERE fp = ? AND ord = ?", TEXT(fingerprint),
		  NUMBER(ordinal));
	*finding = rows_next(&rows) ? rows_number(&rows, 0) : 0;
	return rows_close(&rows, err);
}

bool store_resolve(struct store *store, struct arena *arena, const char *prefix, struct resolved *resolved,
		   struct err *err)
{
	struct rows rows;

	*resolved = (struct resolved){ 0 };
	ROWS_OPEN(&rows, store,
		  "SELECT DISTINCT f.id, n.fp || '/' || n.ord FROM site s JOIN finding f ON f.id = s.finding_id"
		  " JOIN site n ON n.id = f.site_id WHERE substr(s.fp || '/' || s.ord, 1, length(?1)) = ?1"
		  " AND s.fp BETWEEN substr(?1, 1, 32) AND substr(?1, 1, 32) || 'g' ORDER BY 2 LIMIT 50",
		  TEXT(prefix));
	while (rows_next(&rows)) {
		vec_push(arena, &resolved->findings, rows_number(&rows, 0));
		vec_push(arena, &resolved->ids, rows_copy(arena, &rows, 1));
	}
	return rows_close(&rows, err);
}
