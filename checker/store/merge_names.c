/* What has a name of its own, and findings, which are told by their sites. */
#include "store/merging.h"

#include "base/map.h"

/* Where two databases say different things of one name, the greater holds: any order gives the same. */
static const char names_sql[] =
	"INSERT INTO main.rule(key, scope, severity, rev) SELECT key, scope, severity, rev FROM other.rule WHERE true"
	"  ON CONFLICT(key) DO UPDATE SET scope = excluded.scope, severity = excluded.severity, rev = excluded.rev"
	"  WHERE (excluded.rev, excluded.severity, excluded.scope) > (rule.rev, rule.severity, rule.scope);"
	"INSERT INTO main.file(path, owner) SELECT path, owner FROM other.file WHERE true ON CONFLICT(path) DO UPDATE"
	"  SET owner = nullif(max(ifnull(file.owner, ''), ifnull(excluded.owner, '')), '');"
	"INSERT INTO main.program(key, kind) SELECT key, kind FROM other.program WHERE true"
	"  ON CONFLICT(key) DO UPDATE SET kind = max(program.kind, excluded.kind);"
	"CREATE TEMP TABLE rule_map(old INTEGER PRIMARY KEY, new INT NOT NULL);"
	"CREATE TEMP TABLE file_map(old INTEGER PRIMARY KEY, new INT NOT NULL);"
	"CREATE TEMP TABLE unit_map(old INTEGER PRIMARY KEY, new INT NOT NULL);"
	"CREATE TEMP TABLE program_map(old INTEGER PRIMARY KEY, new INT NOT NULL);"
	"INSERT INTO rule_map SELECT o.id, m.id FROM other.rule o JOIN main.rule m USING(key);"
	"INSERT INTO file_map SELECT o.id, m.id FROM other.file o JOIN main.file m USING(path);"
	"INSERT INTO program_map SELECT o.id, m.id FROM other.program o JOIN main.program m USING(key);"
	"INSERT INTO program_map VALUES(0, 0);"
	"INSERT INTO main.tu(main_file, config) SELECT f.new, o.config FROM other.tu o JOIN file_map f ON f.old = o.main_file"
	"  WHERE true ON CONFLICT(main_file, config) DO NOTHING;"
	"INSERT INTO unit_map SELECT o.id, m.id FROM other.tu o JOIN file_map f ON f.old = o.main_file"
	"  JOIN main.tu m ON m.main_file = f.new AND m.config = o.config;"
	"CREATE TEMP TABLE finding_map(old INTEGER PRIMARY KEY, new INT NOT NULL);"
	"CREATE TEMP TABLE fold(old INTEGER PRIMARY KEY, new INT NOT NULL);"
	"CREATE TEMP TABLE site_map(old INTEGER PRIMARY KEY, new INT NOT NULL);"
	"CREATE TEMP TABLE stage_occurrence AS SELECT * FROM main.occurrence WHERE false;"
	"CREATE TEMP TABLE stage_step(set_id INT, finding_id INT, part TEXT, n INT, file_id INT, line INT, col INT,"
	"  end_line INT, end_col INT, text TEXT, PRIMARY KEY(set_id, finding_id, part, n)) WITHOUT ROWID;"
	"CREATE TEMP TABLE stage_decision AS SELECT * FROM main.decision WHERE false;"
	"CREATE TEMP TABLE stage_change AS SELECT * FROM main.change WHERE false;";

bool merge_names(struct store *store, struct err *err)
{
	return store_exec(store, names_sql, err);
}

/* Findings of both databases, in groups that are one: a map from each to another of its group, in the end to itself. */
static uint64_t of_main(int64_t finding)
{
	return (uint64_t)finding << 1;
}

static uint64_t of_other(int64_t finding)
{
	return (uint64_t)finding << 1 | 1;
}

static uint64_t group_of(struct map *groups, uint64_t finding)
{
	uint64_t *next = map_put(groups, finding, finding, NULL);

	while (*next != finding) {
		uint64_t *after = map_get(groups, *next);

		finding = *next;
		*next = *after;
		next = after;
	}
	return finding;
}

/* One of main stands for its group, where there is one. */
static void join(struct map *groups, uint64_t a, uint64_t b)
{
	a = group_of(groups, a);
	b = group_of(groups, b);
	if (a == b)
		return;
	if ((a & 1) < (b & 1) || ((a & 1) == (b & 1) && a < b))
		*map_get(groups, b) = a;
	else
		*map_get(groups, a) = b;
}

static bool group(struct store *store, struct map *groups, struct err *err)
{
	struct rows rows;

	rows_open(&rows, store,
		  "SELECT o.finding_id, ifnull(m.finding_id, 0) FROM other.site o LEFT JOIN main.site m"
		  " ON m.fp = o.fp AND m.ord = o.ord ORDER BY o.finding_id, o.fp, o.ord",
		  NULL, 0);
	while (rows_next(&rows)) {
		group_of(groups, of_other(rows_number(&rows, 0)));
		if (rows_number(&rows, 1))
			join(groups, of_other(rows_number(&rows, 0)), of_main(rows_number(&rows, 1)));
	}
	return rows_close(&rows, err);
}

static bool insert_finding(struct store *store, int64_t other, int64_t *finding, struct err *err)
{
	struct rows rows;

	ROWS_OPEN(&rows, store,
		  "INSERT INTO main.finding(rule_id) SELECT r.new FROM other.finding f JOIN rule_map r ON r.old = f.rule_id"
		  " WHERE f.id = ? RETURNING id",
		  NUMBER(other));
	*finding = rows_next(&rows) ? rows_number(&rows, 0) : 0;
	return rows_close(&rows, err) &&
	       (*finding || err_set(err, "the database to be merged is broken: a finding without a rule"));
}

static bool put(struct store *store, const char *sql, int64_t old, int64_t new, struct err *err)
{
	struct rows rows;

	ROWS_OPEN(&rows, store, sql, NUMBER(old), NUMBER(new));
	rows_next(&rows);
	return rows_close(&rows, err);
}

/* Says in `temp` what becomes of each finding. */
static bool write_groups(struct store *store, struct map *groups, struct err *err)
{
	for (size_t i = 0; i < groups->len; i++) {
		uint64_t finding = groups->entries[i].key, stands = group_of(groups, finding);
		int64_t old = (int64_t)(finding >> 1), new = (int64_t)(stands >> 1);
		bool ok = true;

		if (finding & 1)
			ok = (!(stands & 1) || insert_finding(store, old, &new, err)) &&
			     put(store, "INSERT INTO finding_map VALUES(?, ?)", old, new, err);
		else if (stands != finding)
			ok = put(store, "INSERT INTO fold VALUES(?, ?)", old, new, err);
		if (!ok)
			return false;
	}
	return true;
}

#define FOLDED(column) "ifnull((SELECT new FROM fold WHERE old = " column "), " column ")"
#define AFFECTED "(SELECT old FROM fold UNION SELECT new FROM fold)"

/* Findings of main that turned out to be one; then the sites that only the other has. */
static const char sites_sql[] =
	"INSERT INTO stage_step SELECT set_id, " FOLDED("finding_id") ", 'main ' || finding_id, n, file_id, line, col,"
	"  end_line, end_col, text FROM main.step WHERE finding_id IN " AFFECTED ";"
	"DELETE FROM main.step WHERE finding_id IN " AFFECTED ";"
	"INSERT INTO stage_occurrence SELECT * FROM main.occurrence WHERE finding_id IN " AFFECTED ";"
	"DELETE FROM main.occurrence WHERE finding_id IN " AFFECTED ";"
	"UPDATE stage_occurrence SET finding_id = " FOLDED("finding_id") ";"
	"INSERT INTO stage_decision SELECT * FROM main.decision WHERE finding_id IN " AFFECTED ";"
	"DELETE FROM main.decision WHERE finding_id IN " AFFECTED ";"
	"UPDATE stage_decision SET finding_id = " FOLDED("finding_id") ";"
	"INSERT INTO stage_change SELECT * FROM main.change WHERE finding_id IN " AFFECTED ";"
	"DELETE FROM main.change WHERE finding_id IN " AFFECTED ";"
	"UPDATE stage_change SET finding_id = " FOLDED("finding_id") ", was_id = " FOLDED("was_id") ";"
	"UPDATE main.change SET was_id = " FOLDED("was_id") " WHERE was_id IN (SELECT old FROM fold);"
	"UPDATE main.site SET finding_id = " FOLDED("finding_id") " WHERE finding_id IN (SELECT old FROM fold);"
	"UPDATE main.suppression SET finding_id = " FOLDED("finding_id") " WHERE finding_id IN (SELECT old FROM fold);"
	"INSERT INTO main.site(finding_id, fp, ord, file_id, func, subject, stmt, fp_nofunc, fp_nopath, fp_loose, fp_algo,"
	"  stage) SELECT n.new, o.fp, o.ord, f.new, o.func, o.subject, o.stmt, o.fp_nofunc, o.fp_nopath, o.fp_loose,"
	"  o.fp_algo, o.stage FROM other.site o JOIN finding_map n ON n.old = o.finding_id"
	"  JOIN file_map f ON f.old = o.file_id WHERE true ON CONFLICT(fp, ord) DO UPDATE SET"
	"  stage = min(site.stage, excluded.stage), fp_loose = max(site.fp_loose, excluded.fp_loose);"
	"INSERT INTO site_map SELECT o.id, m.id FROM other.site o JOIN main.site m ON m.fp = o.fp AND m.ord = o.ord;";

bool merge_findings(struct store *store, struct err *err)
{
	struct map groups = { 0 };
	bool ok = group(store, &groups, err) && write_groups(store, &groups, err);

	map_release(&groups);
	return ok && store_exec(store, sites_sql, err) && merge_settle(store, err) &&
	       store_exec(store, "DELETE FROM main.finding WHERE id IN (SELECT old FROM fold)", err);
}

#define SITE_NAME(column) "(SELECT s.fp || '/' || s.ord FROM main.site s WHERE s.id = " column ")"
#define FINDING_NAME(column) "(SELECT min(s.fp || '/' || s.ord) FROM main.site s WHERE s.finding_id = " column ")"

static const char settle_sql[] =
	"INSERT INTO main.occurrence SELECT set_id, finding_id, program_id, site_id, carried, line, col, end_line, end_col,"
	"  context, level, confidence, message, fix, path_steps FROM (SELECT *, row_number() OVER (PARTITION BY set_id,"
	"  finding_id, program_id ORDER BY carried, level DESC, confidence DESC, line, col, end_line, end_col,"
	"  " SITE_NAME("site_id") ", context, message, fix, path_steps) AS place FROM stage_occurrence) WHERE place = 1;"
	"DELETE FROM stage_occurrence;"
	/* The steps of one path: of several paths one, whole. */
	"WITH list AS (SELECT set_id, finding_id, part, group_concat(json_array((SELECT path FROM main.file"
	"  WHERE id = file_id), line, col, end_line, end_col, text)) AS text FROM stage_step GROUP BY set_id, finding_id,"
	"  part), best AS (SELECT *, row_number() OVER (PARTITION BY set_id, finding_id ORDER BY text DESC, part) AS place"
	"  FROM list) INSERT INTO main.step SELECT t.set_id, t.finding_id, n, file_id, line, col, end_line, end_col, t.text"
	"  FROM stage_step t JOIN best USING(set_id, finding_id, part) WHERE place = 1;"
	"DELETE FROM stage_step;"
	"INSERT INTO main.decision SELECT snapshot_id, finding_id, source, kind, reason, author, until FROM (SELECT *,"
	"  row_number() OVER (PARTITION BY snapshot_id, finding_id ORDER BY CASE source WHEN 'inline' THEN 0 WHEN 'baseline'"
	"  THEN 1 WHEN 'database' THEN 2 ELSE 3 END, kind, until, reason, author) AS place FROM stage_decision)"
	"  WHERE place = 1;"
	"DELETE FROM stage_decision;"
	"INSERT INTO main.change SELECT run_id, finding_id, state, was_id FROM (SELECT *, row_number() OVER (PARTITION BY"
	"  run_id, finding_id ORDER BY CASE state WHEN 'edited' THEN 0 WHEN 'raised' THEN 1 WHEN 'reopened' THEN 2 WHEN 'new'"
	"  THEN 3 ELSE 4 END, " FINDING_NAME("was_id") ") AS place FROM stage_change) WHERE place = 1;"
	"DELETE FROM stage_change;";

bool merge_settle(struct store *store, struct err *err)
{
	return store_exec(store, settle_sql, err);
}
