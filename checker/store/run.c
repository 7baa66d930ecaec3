/* A run into the database: rules, units, programs, findings with their steps, all in one transaction. */
#include "store/store.h"

#include "base/files.h"
#include "base/map.h"
#include "store/statement.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* Version of the fingerprint that findings are known by. */
#define FINGERPRINT_VERSION 1

enum sql {
	SQL_RUN,
	SQL_RULE,
	SQL_RUN_RULE,
	SQL_FILE,
	SQL_TU,
	SQL_TU_RUN,
	SQL_PROGRAM,
	SQL_PROGRAM_RUN,
	SQL_PROGRAM_TU,
	SQL_FINDING,
	SQL_OCCURRENCE,
	SQL_STEP,
	SQL_CLOSE,
	SQL_COUNT
};

/*
 * A row that is there already is updated, if only with what it has, since
 * RETURNING gives the id of a row that was written. One file may stand twice in
 * a compile database with the same flags: what wasn't analysed then wins, and a
 * program named twice is complete only if both are.
 */
static const char *const sql_texts[SQL_COUNT] = {
	[SQL_RUN] = "INSERT INTO run(uuid, branch, commit_id, started_at, tool_version, config_hash)"
		    " VALUES(?, ?, ?, ?, ?, ?) RETURNING id",
	[SQL_RULE] = "INSERT INTO rule(key, scope, severity, rev) VALUES(?, ?, ?, ?)"
		     " ON CONFLICT(key) DO UPDATE SET scope = excluded.scope, severity = excluded.severity,"
		     " rev = excluded.rev RETURNING id",
	[SQL_RUN_RULE] = "INSERT INTO run_rule(run_id, rule_id) VALUES(?, ?) ON CONFLICT DO NOTHING",
	[SQL_FILE] = "INSERT INTO file(path) VALUES(?)"
		     " ON CONFLICT(path) DO UPDATE SET path = excluded.path RETURNING id",
	[SQL_TU] = "INSERT INTO tu(main_file, config) VALUES(?, ?)"
		   " ON CONFLICT(main_file, config) DO UPDATE SET config = excluded.config RETURNING id",
	[SQL_TU_RUN] = "INSERT INTO tu_run(run_id, tu_id, status, input_hash, ms, note) VALUES(?, ?, ?, ?, ?, ?)"
		       " ON CONFLICT(run_id, tu_id) DO UPDATE SET status = excluded.status,"
		       " input_hash = excluded.input_hash, ms = excluded.ms, note = excluded.note"
		       " WHERE status IN ('ok', 'cached')",
	[SQL_PROGRAM] = "INSERT INTO program(key, kind) VALUES(?, ?)"
			" ON CONFLICT(key) DO UPDATE SET kind = excluded.kind RETURNING id",
	[SQL_PROGRAM_RUN] = "INSERT INTO program_run(run_id, program_id, complete) VALUES(?, ?, ?)"
			    " ON CONFLICT(run_id, program_id)"
			    " DO UPDATE SET complete = min(complete, excluded.complete)",
	[SQL_PROGRAM_TU] = "INSERT INTO program_tu(run_id, program_id, tu_id) VALUES(?, ?, ?) ON CONFLICT DO NOTHING",
	[SQL_FINDING] = "INSERT INTO finding(fp, ord, rule_id, file_id, func, subject, stmt, fp_nofunc, fp_nopath,"
			" fp_algo) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
			" ON CONFLICT(fp, ord) DO UPDATE SET file_id = excluded.file_id RETURNING id",
	[SQL_OCCURRENCE] = "INSERT INTO occurrence(run_id, tu_id, program_id, finding_id, line, col, end_line, end_col,"
			   " level, confidence, message, fix) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[SQL_STEP] = "INSERT INTO step(run_id, finding_id, n, file_id, line, col, text) VALUES(?, ?, ?, ?, ?, ?, ?)",
	[SQL_CLOSE] = "UPDATE run SET closed_at = ?,"
		      " seq = (SELECT ifnull(max(other.seq), 0) + 1 FROM run other WHERE other.branch = run.branch)"
		      " WHERE id = ?",
};

/* Names seen in this run, with the id of each one's row. */
struct ids {
	struct names names;
	VEC(int64_t) rows;
};

struct writer {
	struct store *store;
	const struct stored_run *in;
	struct err *err;
	sqlite3_stmt *statements[SQL_COUNT];
	int64_t run;
	struct ids files, rules, units, programs;
	struct map with_steps; /* findings whose steps are written */
	struct arena arena;
};

static bool write_values(struct writer *w, enum sql sql, int64_t *id, const struct value *values, size_t count)
{
	sqlite3_stmt **statement = &w->statements[sql];

	if (!*statement && sqlite3_prepare_v3(w->store->db, sql_texts[sql], -1, SQLITE_PREPARE_PERSISTENT, statement,
					      NULL) != SQLITE_OK)
		return store_fail(w->store, "write", w->err);
	return statement_run(w->store, *statement, values, count, id, w->err);
}
#define WRITE(w, sql, id, ...) \
	write_values((w), (sql), (id), (struct value[]){ __VA_ARGS__ }, \
		     sizeof((struct value[]){ __VA_ARGS__ }) / sizeof(struct value))

static bool ids_find(const struct ids *ids, const char *name, int64_t *id)
{
	uint32_t n = names_find(&ids->names, name);

	if (n == NAMES_NONE)
		return false;
	*id = ids->rows.items[n];
	return true;
}

static void ids_add(struct ids *ids, const char *name, int64_t id)
{
	if (names_add(&ids->names, name) == ids->rows.len)
		hvec_push(&ids->rows, id);
}

static void ids_release(struct ids *ids)
{
	names_release(&ids->names);
	hvec_free(&ids->rows);
}

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

static const char *below_root(const struct writer *w, const char *path)
{
	return w->in->root ? path_below(w->in->root, path) : path;
}

static bool put_file(struct writer *w, const char *path, int64_t *id)
{
	path = below_root(w, path);
	if (ids_find(&w->files, path, id))
		return true;
	if (!WRITE(w, SQL_FILE, id, TEXT(path)))
		return false;
	ids_add(&w->files, path, *id);
	return true;
}

/* File and configuration as one name: the length in front keeps the two apart. */
static const char *unit_key(struct writer *w, const char *file, const char *configuration)
{
	file = below_root(w, file);
	return arena_printf(&w->arena, "%zu:%s%s", strlen(file), file, or_empty(configuration));
}

static bool find_unit(struct writer *w, const char *file, const char *configuration, int64_t *id)
{
	return ids_find(&w->units, unit_key(w, file, configuration), id) ||
	       err_set(w->err, "internal error: '%s' is not a unit of the run that names it", file);
}

static bool put_rules(struct writer *w)
{
	int64_t id = 0;

	for (size_t i = 0; i < w->in->rule_count; i++) {
		const struct rule_info *rule = w->in->rules[i];

		if (!WRITE(w, SQL_RULE, &id, TEXT(rule->id), TEXT(rule->whole_program ? "program" : "tu"),
			   NUMBER(rule->level), NUMBER(rule->revision)) ||
		    !WRITE(w, SQL_RUN_RULE, NULL, NUMBER(w->run), NUMBER(id)))
			return false;
		ids_add(&w->rules, rule->id, id);
	}
	return true;
}

static bool put_units(struct writer *w)
{
	int64_t file = 0, id = 0;

	for (size_t i = 0; i < w->in->unit_count; i++) {
		const struct stored_unit *unit = &w->in->units[i];

		if (!put_file(w, unit->main_file, &file) ||
		    !WRITE(w, SQL_TU, &id, NUMBER(file), TEXT(or_empty(unit->configuration))) ||
		    !WRITE(w, SQL_TU_RUN, NULL, NUMBER(w->run), NUMBER(id), TEXT(unit->status), TEXT(unit->input_hash),
			   NUMBER(unit->ms), TEXT(unit->note)))
			return false;
		ids_add(&w->units, unit_key(w, unit->main_file, unit->configuration), id);
	}
	return true;
}

static bool put_program(struct writer *w, const struct stored_program *program)
{
	int64_t id = 0, unit = 0;

	if (!WRITE(w, SQL_PROGRAM, &id, TEXT(program->name), TEXT(program->kind)) ||
	    !WRITE(w, SQL_PROGRAM_RUN, NULL, NUMBER(w->run), NUMBER(id), NUMBER(program->complete)))
		return false;
	ids_add(&w->programs, program->name, id);
	for (size_t i = 0; i < program->unit_count; i++)
		if (!find_unit(w, program->units[i], program->configurations[i], &unit) ||
		    !WRITE(w, SQL_PROGRAM_TU, NULL, NUMBER(w->run), NUMBER(id), NUMBER(unit)))
			return false;
	return true;
}

static bool put_programs(struct writer *w)
{
	for (size_t i = 0; i < w->in->program_count; i++)
		if (!put_program(w, &w->in->programs[i]))
			return false;
	return true;
}

/* Steps belong to the finding in a run; one seen in several units keeps those of the first. */
static bool put_steps(struct writer *w, const struct finding *finding, int64_t id)
{
	int64_t file = 0;
	bool first;

	map_put(&w->with_steps, (uint64_t)id, 1, &first);
	for (size_t i = 0; first && i < finding->steps.len; i++) {
		const struct step *step = &finding->steps.items[i];

		if (!put_file(w, step->place.file, &file) ||
		    !WRITE(w, SQL_STEP, NULL, NUMBER(w->run), NUMBER(id), NUMBER((int64_t)i), NUMBER(file),
			   NUMBER(step->place.line), NUMBER(step->place.column), TEXT(step->message)))
			return false;
	}
	return true;
}

static bool put_occurrence(struct writer *w, const struct finding *f, int64_t id, int64_t unit, int64_t program)
{
	return WRITE(w, SQL_OCCURRENCE, NULL, NUMBER(w->run), NUMBER(unit), NUMBER(program), NUMBER(id),
		     NUMBER(f->place.line), NUMBER(f->place.column), NUMBER(f->place.end_line),
		     NUMBER(f->place.end_column), NUMBER(f->level), NUMBER(f->confidence), TEXT(f->message),
		     TEXT(or_empty(f->fix)));
}

/* One row a program, which are sorted: equal names stand side by side. */
static bool put_occurrences(struct writer *w, const struct finding *f, int64_t id)
{
	int64_t unit = 0, program = 0;

	if (!find_unit(w, f->unit, f->unit_configuration, &unit))
		return false;
	if (!f->programs.len)
		return put_occurrence(w, f, id, unit, 0);
	for (size_t i = 0; i < f->programs.len; i++) {
		const char *name = f->programs.items[i];

		if (i > 0 && !strcmp(name, f->programs.items[i - 1]))
			continue;
		if (!ids_find(&w->programs, name, &program))
			return err_set(w->err, "internal error: '%s' is not a program of the run that names it", name);
		if (!put_occurrence(w, f, id, unit, program))
			return false;
	}
	return true;
}

static bool put_finding(struct writer *w, const struct finding *f)
{
	int64_t rule = 0, file = 0, id = 0;

	if (!ids_find(&w->rules, f->rule->id, &rule))
		return err_set(w->err, "internal error: '%s' is not a rule of the run that names it", f->rule->id);
	return put_file(w, f->path, &file) &&
	       WRITE(w, SQL_FINDING, &id, TEXT(f->id.full), NUMBER(f->ordinal), NUMBER(rule), NUMBER(file),
		     TEXT(or_empty(f->function)), TEXT(or_empty(f->subject)), TEXT(or_empty(f->statement)),
		     TEXT(f->id.no_function), TEXT(f->id.no_path), NUMBER(FINGERPRINT_VERSION)) &&
	       put_occurrences(w, f, id) && put_steps(w, f, id);
}

static bool put_findings(struct writer *w)
{
	for (size_t i = 0; i < w->in->finding_count; i++) {
		struct arena_mark mark = arena_mark(&w->arena);
		bool ok = put_finding(w, w->in->findings[i]);

		arena_rewind(&w->arena, mark);
		if (!ok)
			return false;
	}
	return true;
}

/* A random one: version 4 of RFC 9562. */
static bool make_uuid(char uuid[37], struct err *err)
{
	static const char digits[] = "0123456789abcdef";
	unsigned char bytes[16];
	char *out = uuid;

	if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
		return err_set(err, "no random bytes for the run's name: %s", strerror(errno));
	bytes[6] = (unsigned char)(0x40 | (bytes[6] & 0x0f));
	bytes[8] = (unsigned char)(0x80 | (bytes[8] & 0x3f));
	for (size_t i = 0; i < sizeof bytes; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*out++ = '-';
		*out++ = digits[bytes[i] >> 4];
		*out++ = digits[bytes[i] & 15];
	}
	*out = '\0';
	return true;
}

static bool write_run(struct writer *w, const char *uuid)
{
	const struct stored_run *in = w->in;

	return WRITE(w, SQL_RUN, &w->run, TEXT(uuid), TEXT(or_empty(in->branch)), TEXT(in->commit),
		     NUMBER(in->started_at), TEXT(in->tool_version), TEXT(or_empty(in->config_hash))) &&
	       put_rules(w) && put_units(w) && put_programs(w) && put_findings(w) &&
	       WRITE(w, SQL_CLOSE, NULL, NUMBER(time(NULL)), NUMBER(w->run));
}

static void writer_release(struct writer *w)
{
	for (size_t i = 0; i < SQL_COUNT; i++)
		sqlite3_finalize(w->statements[i]);
	ids_release(&w->files);
	ids_release(&w->rules);
	ids_release(&w->units);
	ids_release(&w->programs);
	map_release(&w->with_steps);
	arena_release(&w->arena);
}

bool store_run(struct store *store, const struct stored_run *run, char uuid[37], struct err *err)
{
	struct writer w = { .store = store, .in = run, .err = err };
	bool ok = make_uuid(uuid, err) && store_exec(store, "BEGIN IMMEDIATE", err);

	ok = ok && write_run(&w, uuid) && store_exec(store, "COMMIT", err);
	writer_release(&w);
	/* A deferred trouble leaves the transaction open; some, such as a full disk, have ended it already. */
	if (!ok && !sqlite3_get_autocommit(store->db))
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return ok;
}
