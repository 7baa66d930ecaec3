/* Migrations. A step that was released is never changed: a new need is a new step at the end. */
#include "store/schema.h"

#include "store/views.h"

#include <stdio.h>

static const char *const steps[] = {
	/*
	 * Levels and confidences are numbers that rise with weight (note, warning,
	 * error; maybe, likely, sure), so that MAX() finds the strongest. They belong
	 * to the occurrence, as do message and fix: another program or target libc
	 * may judge the same finding otherwise. fp_algo is the version of the
	 * fingerprint; occurrence.program_id 0 means no program.
	 */
	"PRAGMA application_id = 1936613735;"
	"CREATE TABLE run(id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, branch TEXT NOT NULL,"
	"  seq INTEGER, commit_id TEXT, started_at INTEGER NOT NULL, closed_at INTEGER,"
	"  tool_version TEXT NOT NULL, config_hash TEXT NOT NULL, UNIQUE(branch, seq));"
	"CREATE TABLE rule(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"
	"  scope TEXT NOT NULL CHECK(scope IN ('tu', 'program')),"
	"  severity INTEGER NOT NULL, rev INTEGER NOT NULL);"
	"CREATE TABLE rule_alias(old TEXT PRIMARY KEY, rule_id INT NOT NULL REFERENCES rule);"
	"CREATE TABLE run_rule(run_id INT NOT NULL REFERENCES run ON DELETE CASCADE,"
	"  rule_id INT NOT NULL REFERENCES rule, PRIMARY KEY(run_id, rule_id)) WITHOUT ROWID;"
	"CREATE TABLE file(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);"
	"CREATE TABLE tu(id INTEGER PRIMARY KEY, main_file INT NOT NULL REFERENCES file,"
	"  config TEXT NOT NULL, UNIQUE(main_file, config));"
	"CREATE TABLE tu_run(run_id INT NOT NULL REFERENCES run ON DELETE CASCADE,"
	"  tu_id INT NOT NULL REFERENCES tu, status TEXT NOT NULL CHECK(status IN ('ok', 'cached',"
	"  'partial', 'failed', 'timeout', 'crashed', 'skipped', 'carried', 'gone')),"
	"  input_hash TEXT, ms INTEGER, note TEXT, PRIMARY KEY(run_id, tu_id)) WITHOUT ROWID;"
	"CREATE TABLE program(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"
	"  kind TEXT NOT NULL CHECK(kind IN ('exe', 'shared', 'guess')));"
	"CREATE TABLE program_run(run_id INT NOT NULL REFERENCES run ON DELETE CASCADE,"
	"  program_id INT NOT NULL REFERENCES program, complete INT NOT NULL,"
	"  PRIMARY KEY(run_id, program_id)) WITHOUT ROWID;"
	"CREATE TABLE program_tu(run_id INT NOT NULL, program_id INT NOT NULL,"
	"  tu_id INT NOT NULL REFERENCES tu, PRIMARY KEY(run_id, program_id, tu_id),"
	"  FOREIGN KEY(run_id, program_id) REFERENCES program_run ON DELETE CASCADE) WITHOUT ROWID;"
	"CREATE TABLE finding(id INTEGER PRIMARY KEY, fp TEXT NOT NULL, ord INT NOT NULL,"
	"  rule_id INT NOT NULL REFERENCES rule, file_id INT NOT NULL REFERENCES file,"
	"  func TEXT NOT NULL DEFAULT '', subject TEXT NOT NULL DEFAULT '', stmt TEXT NOT NULL,"
	"  fp_nofunc TEXT NOT NULL, fp_nopath TEXT NOT NULL, fp_algo INT NOT NULL, UNIQUE(fp, ord));"
	"CREATE TABLE finding_alias(fp TEXT NOT NULL, ord INT NOT NULL,"
	"  finding_id INT NOT NULL REFERENCES finding, stage INT NOT NULL, run_id INT NOT NULL,"
	"  PRIMARY KEY(fp, ord)) WITHOUT ROWID;"
	"CREATE TABLE occurrence(run_id INT NOT NULL, tu_id INT NOT NULL,"
	"  program_id INT NOT NULL DEFAULT 0, finding_id INT NOT NULL REFERENCES finding,"
	"  carried INT NOT NULL DEFAULT 0, line INT, col INT, end_line INT, end_col INT,"
	"  level INT NOT NULL, confidence INT NOT NULL, message TEXT, fix TEXT, inline_sup TEXT,"
	"  PRIMARY KEY(run_id, tu_id, program_id, finding_id),"
	"  FOREIGN KEY(run_id, tu_id) REFERENCES tu_run ON DELETE CASCADE) WITHOUT ROWID;"
	"CREATE INDEX occurrence_by_finding ON occurrence(finding_id, run_id);"
	"CREATE TABLE step(run_id INT NOT NULL, finding_id INT NOT NULL, n INT NOT NULL, file_id INT,"
	"  line INT, col INT, text TEXT, PRIMARY KEY(run_id, finding_id, n)) WITHOUT ROWID;"
	"CREATE TABLE suppression(id INTEGER PRIMARY KEY,"
	"  source TEXT NOT NULL CHECK(source IN ('inline', 'baseline', 'db', 'config')),"
	"  kind TEXT NOT NULL CHECK(kind IN ('false-positive', 'accepted', 'later')),"
	"  finding_id INT REFERENCES finding, rule_glob TEXT, path_glob TEXT,"
	"  reason TEXT NOT NULL CHECK(length(trim(reason)) >= 3), author TEXT NOT NULL, ticket TEXT,"
	"  created_at INT NOT NULL, expires_on TEXT CHECK(expires_on IS date(expires_on)),"
	"  revoked_at INT, CHECK(finding_id IS NOT NULL OR"
	"  (rule_glob IS NOT NULL AND path_glob IS NOT NULL)));"
	"CREATE TABLE ingested(sha TEXT PRIMARY KEY, run_id INT NOT NULL, at INT NOT NULL) WITHOUT ROWID;",

	/*
	 * What a run saw is a snapshot, and what it saw in one unit a set of
	 * occurrences; both are known by a digest of their content and kept once, so
	 * that a run without changes adds one row. A finding is what stays the same
	 * from run to run; a site is a fingerprint under which it was seen: all of
	 * them resolve to it for ever. `change` says what each run changed; whatever
	 * else a run saw was there before.
	 */
	"CREATE TABLE old_finding AS SELECT * FROM finding;"
	"CREATE TABLE old_occurrence AS SELECT * FROM occurrence;"
	"CREATE TABLE old_step AS SELECT * FROM step;"
	"DROP TABLE suppression; DROP TABLE step; DROP TABLE occurrence; DROP TABLE finding_alias; DROP TABLE finding;"
	"CREATE TABLE snapshot(id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE);"
	"CREATE TABLE snapshot_rule(snapshot_id INT NOT NULL REFERENCES snapshot ON DELETE CASCADE,"
	"  rule_id INT NOT NULL REFERENCES rule, PRIMARY KEY(snapshot_id, rule_id)) WITHOUT ROWID;"
	"CREATE TABLE occurrence_set(id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE);"
	"CREATE TABLE snapshot_unit(snapshot_id INT NOT NULL REFERENCES snapshot ON DELETE CASCADE,"
	"  tu_id INT NOT NULL REFERENCES tu, status TEXT NOT NULL CHECK(status IN ('ok', 'cached',"
	"  'partial', 'failed', 'timeout', 'crashed', 'skipped', 'carried', 'gone')),"
	"  set_id INT REFERENCES occurrence_set, input_hash TEXT, note TEXT,"
	"  PRIMARY KEY(snapshot_id, tu_id)) WITHOUT ROWID;"
	"CREATE INDEX snapshot_unit_by_set ON snapshot_unit(set_id);"
	"CREATE TABLE snapshot_program(snapshot_id INT NOT NULL REFERENCES snapshot ON DELETE CASCADE,"
	"  program_id INT NOT NULL REFERENCES program, complete INT NOT NULL,"
	"  PRIMARY KEY(snapshot_id, program_id)) WITHOUT ROWID;"
	"CREATE TABLE snapshot_program_unit(snapshot_id INT NOT NULL, program_id INT NOT NULL,"
	"  tu_id INT NOT NULL REFERENCES tu, PRIMARY KEY(snapshot_id, program_id, tu_id),"
	"  FOREIGN KEY(snapshot_id, program_id) REFERENCES snapshot_program ON DELETE CASCADE) WITHOUT ROWID;"
	"CREATE TABLE finding(id INTEGER PRIMARY KEY, rule_id INT NOT NULL REFERENCES rule,"
	"  site_id INT REFERENCES site DEFERRABLE INITIALLY DEFERRED);"
	"CREATE TABLE site(id INTEGER PRIMARY KEY, finding_id INT NOT NULL REFERENCES finding ON DELETE CASCADE,"
	"  fp TEXT NOT NULL, ord INT NOT NULL, file_id INT NOT NULL REFERENCES file,"
	"  func TEXT NOT NULL, subject TEXT NOT NULL, stmt TEXT NOT NULL, fp_nofunc TEXT NOT NULL,"
	"  fp_nopath TEXT NOT NULL, fp_loose TEXT NOT NULL, fp_algo INT NOT NULL, stage INT NOT NULL,"
	"  UNIQUE(fp, ord));"
	"CREATE INDEX site_by_finding ON site(finding_id);"
	"CREATE TABLE occurrence(set_id INT NOT NULL REFERENCES occurrence_set ON DELETE CASCADE,"
	"  finding_id INT NOT NULL REFERENCES finding, program_id INT NOT NULL, site_id INT NOT NULL REFERENCES site,"
	"  carried INT NOT NULL, line INT, col INT, end_line INT, end_col INT, context INT NOT NULL,"
	"  level INT NOT NULL, confidence INT NOT NULL, message TEXT, fix TEXT,"
	"  PRIMARY KEY(set_id, finding_id, program_id)) WITHOUT ROWID;"
	"CREATE INDEX occurrence_by_finding ON occurrence(finding_id, set_id);"
	"CREATE TABLE step(set_id INT NOT NULL REFERENCES occurrence_set ON DELETE CASCADE, finding_id INT NOT NULL,"
	"  n INT NOT NULL, file_id INT NOT NULL REFERENCES file, line INT, col INT, end_line INT, end_col INT, text TEXT,"
	"  PRIMARY KEY(set_id, finding_id, n)) WITHOUT ROWID;"
	"CREATE TABLE change(run_id INT NOT NULL REFERENCES run ON DELETE CASCADE,"
	"  finding_id INT NOT NULL REFERENCES finding,"
	"  state TEXT NOT NULL CHECK(state IN ('new', 'reopened', 'edited', 'raised', 'fixed')),"
	"  was_id INT REFERENCES finding, PRIMARY KEY(run_id, finding_id)) WITHOUT ROWID;"
	"CREATE INDEX change_by_finding ON change(finding_id, run_id);"
	"CREATE INDEX change_by_was ON change(was_id) WHERE was_id IS NOT NULL;"
	"CREATE TABLE run_gone(run_id INT NOT NULL REFERENCES run ON DELETE CASCADE,"
	"  file_id INT NOT NULL REFERENCES file, PRIMARY KEY(run_id, file_id)) WITHOUT ROWID;"
	/* The decision that hides a finding in a snapshot; and those of the database itself. */
	"CREATE TABLE decision(snapshot_id INT NOT NULL REFERENCES snapshot ON DELETE CASCADE,"
	"  finding_id INT NOT NULL REFERENCES finding,"
	"  source TEXT NOT NULL CHECK(source IN ('inline', 'baseline', 'database', 'configuration')),"
	"  kind TEXT NOT NULL CHECK(kind IN ('false-positive', 'accepted', 'later')),"
	"  reason TEXT NOT NULL, author TEXT NOT NULL, until TEXT,"
	"  PRIMARY KEY(snapshot_id, finding_id)) WITHOUT ROWID;"
	"CREATE TABLE suppression(id INTEGER PRIMARY KEY,"
	"  kind TEXT NOT NULL CHECK(kind IN ('false-positive', 'accepted', 'later')),"
	"  finding_id INT REFERENCES finding, rule_glob TEXT, path_glob TEXT,"
	"  reason TEXT NOT NULL CHECK(length(trim(reason)) >= 3), author TEXT NOT NULL,"
	"  created_at INT NOT NULL, until TEXT CHECK(until IS date(until)), revoked_at INT,"
	"  CHECK(finding_id IS NOT NULL OR (rule_glob IS NOT NULL AND path_glob IS NOT NULL)));"
	"CREATE TABLE marker(snapshot_id INT NOT NULL REFERENCES snapshot ON DELETE CASCADE,"
	"  file_id INT NOT NULL REFERENCES file, line INT NOT NULL, col INT NOT NULL, rule TEXT NOT NULL,"
	"  kind TEXT NOT NULL, until TEXT, reason TEXT NOT NULL,"
	"  state TEXT NOT NULL CHECK(state IN ('used', 'unused', 'unchecked', 'expired')),"
	"  PRIMARY KEY(snapshot_id, file_id, line, col, rule)) WITHOUT ROWID;"
	"ALTER TABLE run ADD COLUMN base_id INT REFERENCES run ON DELETE SET NULL;"
	"ALTER TABLE run ADD COLUMN snapshot_id INT REFERENCES snapshot;"
	"ALTER TABLE run ADD COLUMN ms INT NOT NULL DEFAULT 0;"
	"CREATE INDEX run_by_snapshot ON run(snapshot_id);"
	/* What older runs saw; nobody compared them then. */
	"INSERT INTO snapshot(id, digest) SELECT id, 'run ' || id FROM run;"
	"UPDATE run SET snapshot_id = id;"
	"INSERT INTO snapshot_rule SELECT run_id, rule_id FROM run_rule;"
	"INSERT INTO occurrence_set(digest) SELECT DISTINCT 'run ' || run_id || ' unit ' || tu_id FROM old_occurrence;"
	"INSERT INTO snapshot_unit SELECT run_id, tu_id, status, (SELECT id FROM occurrence_set WHERE digest ="
	"  'run ' || run_id || ' unit ' || tu_id), input_hash, note FROM tu_run;"
	"INSERT INTO snapshot_program SELECT run_id, program_id, complete FROM program_run;"
	"INSERT INTO snapshot_program_unit SELECT run_id, program_id, tu_id FROM program_tu;"
	"INSERT INTO finding SELECT id, rule_id, id FROM old_finding;"
	"INSERT INTO site SELECT id, id, fp, ord, file_id, func, subject, stmt, fp_nofunc, fp_nopath, '', fp_algo, 0"
	"  FROM old_finding;"
	"INSERT INTO occurrence SELECT (SELECT id FROM occurrence_set WHERE digest ="
	"  'run ' || run_id || ' unit ' || tu_id), finding_id, program_id, finding_id, 0, line, col, end_line, end_col,"
	"  0, level, confidence, message, fix FROM old_occurrence;"
	"INSERT INTO step SELECT (SELECT s.id FROM occurrence_set s JOIN old_occurrence o ON s.digest ="
	"  'run ' || o.run_id || ' unit ' || o.tu_id WHERE o.run_id = old_step.run_id AND o.finding_id ="
	"  old_step.finding_id ORDER BY s.id LIMIT 1), finding_id, n, file_id, line, col, line, col, text FROM old_step;"
	"INSERT INTO change SELECT min(run_id), finding_id, 'new', NULL FROM old_occurrence GROUP BY finding_id;"
	"DROP TABLE old_step; DROP TABLE old_occurrence; DROP TABLE old_finding;"
	"DROP TABLE run_rule; DROP TABLE program_tu; DROP TABLE program_run; DROP TABLE tu_run;",

	/* What a trend needs of each run, and who owns a file, as CODEOWNERS last said. */
	"ALTER TABLE run ADD COLUMN findings INT;"
	"ALTER TABLE run ADD COLUMN suppressed INT;"
	"ALTER TABLE run ADD COLUMN unchecked INT;"
	"ALTER TABLE file ADD COLUMN owner TEXT;"
	"ALTER TABLE occurrence ADD COLUMN path_steps INT NOT NULL DEFAULT 0;",

	/* What snag-bench measured: the latest of each figure and C library. */
	"CREATE TABLE evidence (name TEXT NOT NULL, libc TEXT NOT NULL, what TEXT NOT NULL, value REAL, unit TEXT,"
	"  verdict TEXT NOT NULL, rule TEXT, note TEXT, machine TEXT, measured_at INT NOT NULL,"
	"  PRIMARY KEY(name, libc)) WITHOUT ROWID;",
};

int schema_version(void)
{
	return (int)(sizeof steps / sizeof *steps);
}

bool schema_accept(const char *path, int64_t version, struct err *err)
{
	return (version >= 0 && version <= schema_version()) ||
	       err_set(err,
		       "the database '%s' has schema %lld, this snag knows schemas up to %d: "
		       "use a newer snag, or name another database with --db",
		       path, (long long)version, schema_version());
}

bool schema_check(struct store *store, int64_t *version, struct err *err)
{
	return store_number(store, "PRAGMA user_version", version, err) && schema_accept(store->path, *version, err);
}

static bool run_step(struct store *store, const char *step, int version, struct err *err)
{
	char set_version[64];

	snprintf(set_version, sizeof set_version, "PRAGMA user_version = %d", version);
	return store_exec(store, step, err) && store_exec(store, set_version, err) && store_exec(store, "COMMIT", err);
}

bool schema_apply(struct store *store, const char *const *list, int count, struct err *err)
{
	int64_t version = 0;

	while (store_number(store, "PRAGMA user_version", &version, err)) {
		if (version >= count)
			return true;
		/* The version is read again under the lock: another process may have come first. */
		if (!store_exec(store, "BEGIN IMMEDIATE", err))
			return false;
		if (!store_number(store, "PRAGMA user_version", &version, err))
			break;
		if (version >= count)
			return store_exec(store, "COMMIT", err);
		if (!run_step(store, list[version], (int)version + 1, err))
			break;
	}
	store_rollback(store);
	return false;
}

bool schema_migrate_to(struct store *store, int version, struct err *err)
{
	return schema_apply(store, steps, version, err);
}

bool schema_migrate(struct store *store, struct err *err)
{
	return schema_migrate_to(store, schema_version(), err) && views_create(store, err);
}
