/* Migrations. A step that was released is never changed: a new need is a new step at the end. */
#include "store/schema.h"

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
};

int schema_version(void)
{
	return (int)(sizeof steps / sizeof *steps);
}

bool schema_check(struct store *store, int64_t *version, struct err *err)
{
	if (!store_number(store, "PRAGMA user_version", version, err))
		return false;
	if (*version < 0 || *version > schema_version())
		return err_set(err,
			       "the database '%s' has schema %lld, this snag knows schemas up to %d: "
			       "use a newer snag, or name another database with --db",
			       store->path, (long long)*version, schema_version());
	return true;
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
	if (!sqlite3_get_autocommit(store->db))
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return false;
}

bool schema_migrate(struct store *store, struct err *err)
{
	return schema_apply(store, steps, schema_version(), err);
}
