/* The views and their texts. They name findings by id (`fingerprint/ordinal`), runs by uuid, and dates as YYYY-MM-DD, UTC. */
#include "store/views.h"

#include "base/hash.h"
#include "base/strbuf.h"

#include <string.h>

#define LEVEL_NAME(column) "CASE " column " WHEN 0 THEN 'note' WHEN 1 THEN 'warning' ELSE 'error' END"
#define DATE_OF(column) "date(" column ", 'unixepoch')"
/* Was this unit looked at? What isn't carried in it was then found in this very run. */
#define SEEN "u.status IN ('ok', 'cached', 'partial')"

const struct view views_all[] = {
	{ "latest", "the last run of each branch",
	  "SELECT id AS run_id, uuid AS run, branch, commit_id AS \"commit\", " DATE_OF("started_at") " AS date,"
	  " snapshot_id, base_id FROM run WHERE closed_at IS NOT NULL AND seq ="
	  " (SELECT max(other.seq) FROM run other WHERE other.branch = run.branch)" },
	/* One row a finding and branch; the strongest of what units and programs say of it. */
	{ "finding", "every finding of the last runs, suppressed or not",
	  "SELECT s.fp || '/' || s.ord AS id, g.state, rule.key AS rule, " LEVEL_NAME("g.level") " AS level, file.path,"
	  " g.line, g.col AS \"column\", s.func AS function, g.message, g.fix,"
	  " CASE g.confidence WHEN 0 THEN 'maybe' WHEN 1 THEN 'likely' ELSE 'sure' END AS confidence, file.owner,"
	  " (SELECT " DATE_OF("min(fr.started_at)") " FROM change fc JOIN run fr ON fr.id = fc.run_id"
	  "  WHERE fc.finding_id = g.finding_id) AS since,"
	  " coalesce(d.source, iif(p.id, 'database', NULL)) AS suppressed_by, coalesce(d.kind, p.kind) AS kind,"
	  " coalesce(d.reason, p.reason) AS reason, coalesce(d.author, p.author) AS author,"
	  " iif(d.source IS NULL, p.until, d.until) AS until, g.branch, g.run, g.finding_id"
	  " FROM (SELECT r.run, r.run_id, r.branch, r.snapshot_id, o.finding_id, o.site_id, max(o.level) AS level,"
	  "  o.line, o.col, o.message, o.fix, o.confidence,"
	  "  CASE WHEN max(o.carried = 0 AND " SEEN ") THEN ifnull((SELECT c.state FROM change c WHERE c.run_id ="
	  "   r.run_id AND c.finding_id = o.finding_id), 'persisting')"
	  "   WHEN NOT EXISTS(SELECT 1 FROM snapshot_rule x JOIN finding y ON y.rule_id = x.rule_id"
	  "    WHERE x.snapshot_id = r.snapshot_id AND y.id = o.finding_id) THEN 'rule-off'"
	  "   ELSE 'unchecked' END AS state"
	  "  FROM v_latest r JOIN snapshot_unit u ON u.snapshot_id = r.snapshot_id"
	  "  JOIN occurrence o ON o.set_id = u.set_id GROUP BY r.run_id, o.finding_id) g"
	  " JOIN site s ON s.id = g.site_id JOIN file ON file.id = s.file_id JOIN finding f ON f.id = g.finding_id"
	  " JOIN rule ON rule.id = f.rule_id"
	  " LEFT JOIN decision d ON d.snapshot_id = g.snapshot_id AND d.finding_id = g.finding_id"
	  "  AND d.source <> 'database' AND (d.until IS NULL OR d.until >= date('now'))"
	  " LEFT JOIN suppression p ON p.id = (SELECT max(q.id) FROM suppression q WHERE q.revoked_at IS NULL"
	  "  AND (q.until IS NULL OR q.until >= date('now')) AND (q.finding_id = g.finding_id"
	  "  OR q.finding_id IS NULL AND rule.key GLOB q.rule_glob AND file.path GLOB q.path_glob))" },
	{ "open", "findings of the last runs that nothing suppresses",
	  "SELECT id, state, rule, level, path, line, \"column\", function, message, fix, confidence, owner, since, branch,"
	  " run FROM v_finding WHERE suppressed_by IS NULL" },
	{ "new", "those of them that the run before did not have (new, reopened, edited, raised)",
	  "SELECT * FROM v_open WHERE state IN ('new', 'reopened', 'edited', 'raised')" },
	{ "suppressed", "findings of the last runs that something suppresses, and why",
	  "SELECT id, state, rule, level, path, line, function, message, suppressed_by, kind, reason, author, until, branch"
	  " FROM v_finding WHERE suppressed_by IS NOT NULL" },
	{ "expiring", "suppressions that end within 14 days, or have ended",
	  "SELECT s.fp || '/' || s.ord AS id, rule.key AS rule, file.path, d.source AS suppressed_by, d.kind, d.reason,"
	  " d.author, d.until, CAST(julianday(d.until) - julianday(date('now')) AS INT) AS days_left, r.branch"
	  " FROM v_latest r JOIN decision d ON d.snapshot_id = r.snapshot_id JOIN finding f ON f.id = d.finding_id"
	  " JOIN site s ON s.id = f.site_id JOIN rule ON rule.id = f.rule_id JOIN file ON file.id = s.file_id"
	  " WHERE d.until <= date('now', '+14 days')" },
	{ "unchecked", "files that the last runs could not or did not analyse, with the findings that hang on them",
	  "SELECT file.path, u.status, u.note, (SELECT count(DISTINCT o.finding_id) FROM occurrence o"
	  " WHERE o.set_id = u.set_id) AS findings, r.branch, r.run FROM v_latest r"
	  " JOIN snapshot_unit u ON u.snapshot_id = r.snapshot_id JOIN tu ON tu.id = u.tu_id"
	  " JOIN file ON file.id = tu.main_file WHERE u.status NOT IN ('ok', 'cached', 'gone')" },
	{ "history", "every change that a run found: new, reopened, edited, raised, fixed",
	  "SELECT s.fp || '/' || s.ord AS id, c.state, rule.key AS rule, file.path, s.func AS function,"
	  " (SELECT w.fp || '/' || w.ord FROM finding wf JOIN site w ON w.id = wf.site_id WHERE wf.id = c.was_id) AS was,"
	  " " DATE_OF("r.started_at") " AS date, r.branch, r.commit_id AS \"commit\", r.uuid AS run, c.finding_id, r.seq"
	  " FROM change c JOIN run r ON r.id = c.run_id JOIN finding f ON f.id = c.finding_id"
	  " JOIN site s ON s.id = f.site_id JOIN rule ON rule.id = f.rule_id JOIN file ON file.id = s.file_id" },
	{ "fixed", "findings that a run looked for and no longer found",
	  "SELECT id, rule, path, function, date, branch, \"commit\", run FROM v_history WHERE state = 'fixed'" },
	{ "rule_precision", "share of each rule's findings that people called false",
	  "SELECT rule.key AS rule, count(*) AS findings, sum(f.id IN (SELECT d.finding_id FROM decision d"
	  " JOIN v_latest l ON l.snapshot_id = d.snapshot_id WHERE d.kind = 'false-positive' UNION SELECT p.finding_id"
	  " FROM suppression p WHERE p.kind = 'false-positive' AND p.revoked_at IS NULL AND p.finding_id IS NOT NULL))"
	  " AS false_positives, round(1.0 - 1.0 * sum(f.id IN (SELECT d.finding_id FROM decision d"
	  " JOIN v_latest l ON l.snapshot_id = d.snapshot_id WHERE d.kind = 'false-positive' UNION SELECT p.finding_id"
	  " FROM suppression p WHERE p.kind = 'false-positive' AND p.revoked_at IS NULL AND p.finding_id IS NOT NULL))"
	  " / count(*), 3) AS precision FROM finding f JOIN rule ON rule.id = f.rule_id GROUP BY rule.key" },
	{ "comments", "comments that suppress, and whether they still do",
	  "SELECT file.path, m.line, m.col AS \"column\", m.rule, m.state, m.kind, m.until, m.reason, r.branch FROM v_latest r"
	  " JOIN marker m ON m.snapshot_id = r.snapshot_id JOIN file ON file.id = m.file_id" },
	{ "hotspots", "open findings by file, owner and rule",
	  "SELECT path, owner, rule, count(*) AS findings, sum(level = 'error') AS errors, branch FROM v_open"
	  " GROUP BY branch, path, rule" },
	{ "trend", "what each run found, and what it changed",
	  "SELECT r.uuid AS run, r.branch, r.seq, r.commit_id AS \"commit\", " DATE_OF("r.started_at") " AS date,"
	  " r.findings, r.suppressed, r.unchecked, ifnull(sum(c.state = 'new'), 0) AS new,"
	  " ifnull(sum(c.state = 'reopened'), 0) AS reopened, ifnull(sum(c.state = 'edited'), 0) AS edited,"
	  " ifnull(sum(c.state = 'raised'), 0) AS raised, ifnull(sum(c.state = 'fixed'), 0) AS fixed, r.ms"
	  " FROM run r LEFT JOIN change c ON c.run_id = r.id WHERE r.closed_at IS NOT NULL GROUP BY r.id" },
};
const size_t views_count = sizeof views_all / sizeof *views_all;

/* A digest of the texts, so that no change of them can be forgotten. */
static void digest(char hex[HASH_HEX_SIZE])
{
	struct strbuf text = { 0 };

	for (size_t i = 0; i < views_count; i++)
		strbuf_addstr(&text, views_all[i].sql);
	hash_content(text.text, text.len, hex);
	strbuf_release(&text);
}

static bool are_current(struct store *store, const char *hex)
{
	struct rows rows;
	bool current;

	rows_open(&rows, store, "SELECT digest FROM v_version", NULL, 0);
	current = rows_next(&rows) && !strcmp(rows_text(&rows, 0), hex);
	rows_close(&rows, NULL);
	return current;
}

static bool create(struct store *store, const char *hex, struct err *err)
{
	struct strbuf sql = { 0 };
	bool ok;

	strbuf_addstr(&sql, "DROP VIEW IF EXISTS v_version;");
	for (size_t i = views_count; i-- > 0;)
		strbuf_addf(&sql, "DROP VIEW IF EXISTS v_%s;", views_all[i].name);
	for (size_t i = 0; i < views_count; i++)
		strbuf_addf(&sql, "CREATE VIEW v_%s AS %s;", views_all[i].name, views_all[i].sql);
	strbuf_addf(&sql, "CREATE VIEW v_version AS SELECT %d AS version, '%s' AS digest;", VIEWS_VERSION, hex);
	ok = store_exec(store, sql.text, err);
	strbuf_release(&sql);
	return ok;
}

bool views_create(struct store *store, struct err *err)
{
	char hex[HASH_HEX_SIZE];

	digest(hex);
	if (are_current(store, hex))
		return true;
	if (store_exec(store, "BEGIN IMMEDIATE", err) && create(store, hex, err) && store_exec(store, "COMMIT", err))
		return true;
	store_rollback(store);
	return false;
}
