/* The statements that write, and names that already have a row. */
#include "store/writer.h"

#include "base/files.h"

#include <string.h>

/* A row that is there already is updated, if only with what it has, since RETURNING gives the id of a row that was written. */
static const char *const sql_texts[SQL_COUNT] = {
	[SQL_RUN] = "INSERT INTO run(uuid, branch, commit_id, started_at, tool_version, config_hash, ms)"
		    " VALUES(?, ?, ?, ?, ?, ?, ?) RETURNING id",
	[SQL_RULE] = "INSERT INTO rule(key, scope, severity, rev) VALUES(?, ?, ?, ?)"
		     " ON CONFLICT(key) DO UPDATE SET scope = excluded.scope, severity = excluded.severity,"
		     " rev = excluded.rev RETURNING id",
	[SQL_FILE] = "INSERT INTO file(path) VALUES(?)"
		     " ON CONFLICT(path) DO UPDATE SET path = excluded.path RETURNING id",
	[SQL_UNIT] = "INSERT INTO tu(main_file, config) VALUES(?, ?)"
		     " ON CONFLICT(main_file, config) DO UPDATE SET config = excluded.config RETURNING id",
	[SQL_PROGRAM] = "INSERT INTO program(key, kind) VALUES(?, ?)"
			" ON CONFLICT(key) DO UPDATE SET kind = excluded.kind RETURNING id",
	[SQL_FINDING] = "INSERT INTO finding(rule_id) VALUES(?) RETURNING id",
	[SQL_SITE] = "INSERT INTO site(finding_id, fp, ord, file_id, func, subject, stmt, fp_nofunc, fp_nopath, fp_loose,"
		     " fp_algo, stage) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
	[SQL_CURRENT] = "UPDATE finding SET site_id = ? WHERE id = ?",
	[SQL_SNAPSHOT] = "INSERT INTO snapshot(digest) VALUES(?) RETURNING id",
	[SQL_SNAPSHOT_RULE] = "INSERT INTO snapshot_rule(snapshot_id, rule_id) VALUES(?, ?)",
	[SQL_SNAPSHOT_UNIT] = "INSERT INTO snapshot_unit(snapshot_id, tu_id, status, set_id, input_hash, note)"
			      " VALUES(?, ?, ?, nullif(?, 0), ?, ?)",
	[SQL_SNAPSHOT_PROGRAM] = "INSERT INTO snapshot_program(snapshot_id, program_id, complete) VALUES(?, ?, ?)",
	[SQL_SNAPSHOT_PROGRAM_UNIT] = "INSERT INTO snapshot_program_unit(snapshot_id, program_id, tu_id)"
				      " VALUES(?, ?, ?)",
	[SQL_SET] = "INSERT INTO occurrence_set(digest) VALUES(?) RETURNING id",
	[SQL_OCCURRENCE] = "INSERT INTO occurrence(set_id, finding_id, program_id, site_id, carried, line, col, end_line,"
			   " end_col, context, level, confidence, message, fix, path_steps)"
			   " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[SQL_STEP] = "INSERT INTO step(set_id, finding_id, n, file_id, line, col, end_line, end_col, text)"
		     " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[SQL_DECISION] = "INSERT INTO decision(snapshot_id, finding_id, source, kind, reason, author, until)"
			 " VALUES(?, ?, ?, ?, ?, ?, ?)",
	[SQL_MARKER] = "INSERT INTO marker(snapshot_id, file_id, line, col, rule, kind, until, reason, state)"
		       " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
	[SQL_CHANGE] = "INSERT INTO change(run_id, finding_id, state, was_id) VALUES(?, ?, ?, nullif(?, 0))",
	[SQL_GONE] = "INSERT INTO run_gone(run_id, file_id) VALUES(?, ?) ON CONFLICT DO NOTHING",
	[SQL_CLOSE] = "UPDATE run SET closed_at = ?, base_id = nullif(?, 0), snapshot_id = ?, findings = ?,"
		      " suppressed = ?, unchecked = ?,"
		      " seq = (SELECT ifnull(max(other.seq), 0) + 1 FROM run other WHERE other.branch = run.branch)"
		      " WHERE id = ?",
};

bool writer_run(struct writer *w, enum sql sql, int64_t *id, const struct value *values, size_t count)
{
	sqlite3_stmt **statement = &w->statements[sql];

	if (!*statement && sqlite3_prepare_v3(w->store->db, sql_texts[sql], -1, SQLITE_PREPARE_PERSISTENT, statement,
					      NULL) != SQLITE_OK)
		return store_fail(w->store, "write", w->err);
	return statement_run(w->store, *statement, values, count, id, w->err);
}

static bool ids_find(const struct ids *ids, const char *name, int64_t *id)
{
	uint32_t n = names_find(&ids->names, name);

	if (n == NAMES_NONE)
		return false;
	*id = ids->rows.items[n];
	return true;
}

static bool ids_add(struct ids *ids, const char *name, int64_t id)
{
	if (names_add(&ids->names, name) == ids->rows.len)
		hvec_push(&ids->rows, id);
	return true;
}

static void ids_release(struct ids *ids)
{
	names_release(&ids->names);
	hvec_free(&ids->rows);
}

static const char *below_root(const struct writer *w, const char *path)
{
	return w->root ? path_below(w->root, path) : path;
}

/* File and configuration as one name: the length in front keeps the two apart. */
static const char *unit_key(struct writer *w, const char *file, const char *configuration)
{
	file = below_root(w, file);
	return arena_printf(&w->arena, "%zu:%s%s", strlen(file), file, or_empty(configuration));
}

bool writer_file(struct writer *w, const char *path, int64_t *id)
{
	path = below_root(w, path);
	return ids_find(&w->files, path, id) ||
	       (WRITE(w, SQL_FILE, id, TEXT(path)) && ids_add(&w->files, path, *id));
}

bool writer_unit(struct writer *w, const char *file, const char *configuration, int64_t *id)
{
	const char *key = unit_key(w, file, configuration);
	int64_t main_file = 0;

	return ids_find(&w->units, key, id) ||
	       (writer_file(w, file, &main_file) &&
		WRITE(w, SQL_UNIT, id, NUMBER(main_file), TEXT(or_empty(configuration))) &&
		ids_add(&w->units, key, *id));
}

bool writer_rule(struct writer *w, const struct rule_info *rule, int64_t *id)
{
	return ids_find(&w->rules, rule->id, id) ||
	       (WRITE(w, SQL_RULE, id, TEXT(rule->id), TEXT(rule->whole_program ? "program" : "tu"),
		      NUMBER(rule->level), NUMBER(rule->revision)) &&
		ids_add(&w->rules, rule->id, *id));
}

bool writer_program(struct writer *w, const char *name, const char *kind, int64_t *id)
{
	return ids_find(&w->programs, name, id) ||
	       (WRITE(w, SQL_PROGRAM, id, TEXT(name), TEXT(kind)) && ids_add(&w->programs, name, *id));
}

bool writer_find_unit(struct writer *w, const char *file, const char *configuration, int64_t *id)
{
	return ids_find(&w->units, unit_key(w, file, configuration), id) ||
	       err_set(w->err, "internal error: '%s' is not a unit of the run that names it", file);
}

bool writer_find_rule(struct writer *w, const char *name, int64_t *id)
{
	return ids_find(&w->rules, name, id) ||
	       err_set(w->err, "internal error: '%s' is not a rule of the run that names it", name);
}

bool writer_find_program(struct writer *w, const char *name, int64_t *id)
{
	return ids_find(&w->programs, name, id) ||
	       err_set(w->err, "internal error: '%s' is not a program of the run that names it", name);
}

void writer_release(struct writer *w)
{
	for (size_t i = 0; i < SQL_COUNT; i++)
		sqlite3_finalize(w->statements[i]);
	ids_release(&w->files);
	ids_release(&w->rules);
	ids_release(&w->units);
	ids_release(&w->programs);
	arena_release(&w->arena);
}
