/* The order of runs; what each changed, found anew where parts became whole; decisions of the database. */
#include "store/merging.h"

/* By time, but no run before the one that it was compared with, whatever the clocks of two machines say. */
static const char place_sql[] =
	"CREATE TEMP TABLE place AS WITH RECURSIVE chain(id, at, depth) AS (SELECT id, ifnull(closed_at, started_at), 0"
	"  FROM main.run WHERE base_id IS NULL UNION ALL SELECT r.id, max(ifnull(r.closed_at, r.started_at), c.at), c.depth + 1"
	"  FROM chain c JOIN main.run r ON r.base_id = c.id) SELECT c.id AS old, row_number() OVER (ORDER BY c.at, c.depth,"
	"  r.uuid) AS new, iif(r.closed_at IS NULL, NULL, row_number() OVER (PARTITION BY r.branch, r.closed_at IS NULL"
	"  ORDER BY c.at, c.depth, r.uuid)) AS seq FROM chain c JOIN main.run r ON r.id = c.id;";

/* Numbers change by way of negative ones, so that no two are the same on the way. */
static const char number_sql[] =
	"PRAGMA defer_foreign_keys = ON;"
	"UPDATE main.run SET id = -id, seq = NULL;"
	"UPDATE main.run SET id = (SELECT new FROM place WHERE old = -run.id), base_id = (SELECT new FROM place WHERE old ="
	"  run.base_id);"
	"UPDATE main.run SET seq = (SELECT place.seq FROM place WHERE new = run.id);"
	"UPDATE main.change SET run_id = -(SELECT new FROM place WHERE old = run_id);"
	"UPDATE main.change SET run_id = -run_id;"
	"UPDATE main.run_gone SET run_id = -(SELECT new FROM place WHERE old = run_id);"
	"UPDATE main.run_gone SET run_id = -run_id;"
	"UPDATE part SET run_id = (SELECT new FROM place WHERE old = run_id);";

bool merge_order(struct store *store, struct err *err)
{
	int64_t lost = 0;

	if (!store_exec(store, place_sql, err) ||
	    !store_number(store, "SELECT (SELECT count(*) FROM main.run) - (SELECT count(*) FROM place)", &lost, err))
		return false;
	if (lost)
		return err_set(err, "%lld runs were each compared with another of them: these databases don't fit together",
			       (long long)lost);
	return store_exec(store, number_sql, err);
}

/* Rows as they are; of a run of parts those of both. */
static const char changes_sql[] =
	"INSERT INTO stage_change SELECT c.* FROM main.change c JOIN main.run r ON r.id = c.run_id JOIN taken USING(uuid);"
	"DELETE FROM main.change WHERE run_id IN (SELECT id FROM main.run JOIN taken USING(uuid));"
	"INSERT INTO stage_change SELECT r.id, f.new, c.state, w.new FROM other.change c JOIN other.run o ON o.id = c.run_id"
	"  JOIN taken USING(uuid) JOIN main.run r USING(uuid) JOIN finding_map f ON f.old = c.finding_id"
	"  LEFT JOIN finding_map w ON w.old = c.was_id;"
	"INSERT INTO main.run_gone SELECT r.id, f.new FROM other.run_gone g JOIN other.run o ON o.id = g.run_id"
	"  JOIN taken USING(uuid) JOIN main.run r USING(uuid) JOIN file_map f ON f.old = g.file_id"
	"  WHERE true ON CONFLICT(run_id, file_id) DO NOTHING;";

/*
 * Each part knew too little to say what is new or fixed, so did a run that was
 * compared with a part, and findings that turned out to be one were said to come
 * and go. Where the base isn't kept any more, or there was none, that stays.
 */
static const char anew_sql[] =
	"CREATE TEMP TABLE anew AS SELECT r.id AS run_id, r.snapshot_id AS now, b.snapshot_id AS base FROM main.run r"
	"  JOIN main.run b ON b.id = r.base_id WHERE r.snapshot_id IS NOT NULL AND b.snapshot_id IS NOT NULL"
	"  AND (EXISTS(SELECT 1 FROM part) OR EXISTS(SELECT 1 FROM fold)"
	"  OR (SELECT count(*) > count(DISTINCT new) FROM finding_map));"
	"CREATE TEMP TABLE seen(run_id INT, finding_id INT, level INT, fresh INT, PRIMARY KEY(run_id, finding_id)) WITHOUT ROWID;"
	"CREATE TEMP TABLE had(run_id INT, finding_id INT, level INT, PRIMARY KEY(run_id, finding_id)) WITHOUT ROWID;"
	"INSERT INTO seen SELECT run_id, finding_id, max(iif(fresh, level, -1)), max(fresh) FROM (SELECT run_id,"
	"  o.finding_id, o.level, o.carried = 0 AND u.status IN ('ok', 'cached', 'partial') AS fresh FROM anew JOIN main.snapshot_unit u"
	"  ON u.snapshot_id = now JOIN main.occurrence o ON o.set_id = u.set_id) GROUP BY run_id, finding_id;"
	"INSERT INTO had SELECT run_id, o.finding_id, max(o.level) FROM anew JOIN main.snapshot_unit u ON u.snapshot_id = base"
	"  JOIN main.occurrence o ON o.set_id = u.set_id GROUP BY run_id, o.finding_id;"
	"DELETE FROM main.change WHERE run_id IN (SELECT run_id FROM anew) AND state <> 'edited';"
	"INSERT INTO main.change SELECT run_id, finding_id, 'raised', NULL FROM seen JOIN had USING(run_id, finding_id)"
	"  WHERE fresh AND seen.level > had.level ON CONFLICT(run_id, finding_id) DO NOTHING;"
	"INSERT INTO main.change SELECT run_id, finding_id, 'new', NULL FROM seen WHERE fresh AND (run_id, finding_id) NOT IN"
	"  (SELECT run_id, finding_id FROM had) ON CONFLICT(run_id, finding_id) DO NOTHING;"
	"INSERT INTO main.change SELECT run_id, finding_id, 'fixed', NULL FROM had WHERE (run_id, finding_id) NOT IN (SELECT"
	"  run_id, finding_id FROM seen) AND (run_id, finding_id) NOT IN (SELECT run_id, was_id FROM main.change"
	"  WHERE was_id IS NOT NULL) ON CONFLICT(run_id, finding_id) DO NOTHING;"
	/* What an earlier run of the branch, or of that which it is compared with, saw go is not new. */
	"UPDATE main.change SET state = iif(EXISTS(SELECT 1 FROM main.change c JOIN main.run r ON r.id = c.run_id"
	"  JOIN main.run own ON own.id = change.run_id LEFT JOIN main.run base ON base.id = own.base_id"
	"  WHERE (c.finding_id = change.finding_id AND c.state = 'fixed' OR c.was_id = change.finding_id)"
	"  AND c.run_id < change.run_id AND r.branch IN (own.branch, ifnull(base.branch, own.branch))), 'reopened', 'new')"
	"  WHERE state IN ('new', 'reopened');";

/* Where findings became one, also of runs that are otherwise as they were. */
static const char totals_sql[] =
	"CREATE TEMP TABLE total AS SELECT run_id, count(*) AS findings, sum(NOT fresh) AS unchecked, sum(EXISTS(SELECT 1"
	"  FROM main.decision d WHERE d.snapshot_id = each.snapshot_id AND d.finding_id = each.finding_id)) AS suppressed"
	"  FROM (SELECT r.id AS run_id, r.snapshot_id, o.finding_id, max(o.carried = 0 AND u.status IN ('ok', 'cached',"
	"  'partial')) AS fresh FROM main.run r JOIN main.snapshot_unit u USING(snapshot_id)"
	"  JOIN main.occurrence o ON o.set_id = u.set_id GROUP BY r.id, o.finding_id) each GROUP BY run_id;"
	"UPDATE main.run SET findings = ifnull((SELECT t.findings FROM total t WHERE t.run_id = run.id), 0),"
	"  suppressed = ifnull((SELECT t.suppressed FROM total t WHERE t.run_id = run.id), 0),"
	"  unchecked = ifnull((SELECT t.unchecked FROM total t WHERE t.run_id = run.id), 0) WHERE snapshot_id IS NOT NULL;";

/* All of them anew, the oldest first: a later one goes before an earlier. */
static const char decisions_sql[] =
	"CREATE TEMP TABLE all_suppressions AS SELECT kind, finding_id, rule_glob, path_glob, reason, author, created_at,"
	"  until, max(revoked_at) AS revoked_at FROM (SELECT kind, finding_id, rule_glob, path_glob, reason, author,"
	"  created_at, until, revoked_at FROM main.suppression UNION ALL SELECT kind, f.new, rule_glob, path_glob, reason,"
	"  author, created_at, until, revoked_at FROM other.suppression LEFT JOIN finding_map f ON f.old = finding_id)"
	"  GROUP BY kind, finding_id, rule_glob, path_glob, reason, author, created_at, until;"
	"DELETE FROM main.suppression;"
	"INSERT INTO main.suppression(kind, finding_id, rule_glob, path_glob, reason, author, created_at, until, revoked_at)"
	"  SELECT * FROM all_suppressions ORDER BY created_at, kind, (SELECT min(s.fp || '/' || s.ord) FROM main.site s"
	"  WHERE s.finding_id = all_suppressions.finding_id), rule_glob, path_glob, reason, author, until;";

/* A finding is called by the site at which the newest run has it. */
static const char current_sql[] =
	"CREATE TEMP TABLE newest(finding_id INTEGER PRIMARY KEY, run_id INT);"
	"INSERT INTO newest SELECT o.finding_id, max(r.id) FROM main.run r JOIN main.snapshot_unit u USING(snapshot_id)"
	"  JOIN main.occurrence o ON o.set_id = u.set_id GROUP BY o.finding_id;"
	"UPDATE main.finding SET site_id = (SELECT s.id FROM main.site s WHERE s.finding_id = finding.id"
	"  ORDER BY s.fp DESC, s.ord DESC LIMIT 1) WHERE id NOT IN (SELECT finding_id FROM newest);"
	"UPDATE main.finding SET site_id = (SELECT s.id FROM newest n JOIN main.run r ON r.id = n.run_id"
	"  JOIN main.snapshot_unit u ON u.snapshot_id = r.snapshot_id JOIN main.occurrence o ON o.set_id = u.set_id"
	"  AND o.finding_id = n.finding_id JOIN main.site s ON s.id = o.site_id WHERE n.finding_id = finding.id"
	"  ORDER BY s.fp DESC, s.ord DESC LIMIT 1) WHERE id IN (SELECT finding_id FROM newest);";

bool merge_changes(struct store *store, struct err *err)
{
	return store_exec(store, changes_sql, err) && merge_settle(store, err) && store_exec(store, anew_sql, err) &&
	       store_exec(store, totals_sql, err) && store_exec(store, current_sql, err) &&
	       store_exec(store, decisions_sql, err);
}
