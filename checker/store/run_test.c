/* Runs into the database: what comes back, what stays the same from run to run, and all or nothing. */
#include "store/store.h"

#include "base/files.h"
#include "store/statement.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const struct rule_info setenv_rule = { .id = "env-write-threaded", .level = LEVEL_ERROR,
					      .whole_program = true, .revision = 3 };
static const struct rule_info small_rule = { .id = "io-buffer-small", .level = LEVEL_WARNING, .revision = 1 };
static const struct rule_info *const rules[] = { &setenv_rule, &small_rule };

static const struct stored_unit units[] = {
	{ "/src/p/main.c", "", "ok", "0123", NULL, 12 },
	{ "/src/p/pool.c", "-DX", "partial", "4567", "3 errors, the first: 'x.h' not found", 34 },
	{ "pool.c", "-DX", "cached", "4567", NULL, 1 }, /* the same command twice: the worse one counts */
};
static const char *const program_units[] = { "/src/p/main.c", "pool.c" };
static const char *const program_configurations[] = { "", "-DX" };
static const struct stored_program programs[] = {
	{ "a", "guess", false, program_units, program_configurations, 2 },
	{ "b", "exe", true, program_units, program_configurations, 1 },
};

static struct finding *new_finding(struct arena *arena, const char *statement, uint32_t ordinal)
{
	struct finding *f = arena_new(arena, struct finding);
	struct fingerprint_parts parts = { "env-write-threaded", "main.c", "run", "setenv", statement };

	*f = (struct finding){ .rule = &setenv_rule, .level = LEVEL_ERROR, .confidence = CONFIDENCE_SURE,
			       .place = { "/src/p/main.c", 22, 9, 22, 31 }, .path = "main.c", .function = "run",
			       .subject = "setenv", .statement = statement, .ordinal = ordinal,
			       .message = "'setenv' while other threads run", .fix = "use timegm()",
			       .unit = "/src/p/main.c", .unit_configuration = "" };
	fingerprint(&parts, &f->id);
	vec_push(arena, &f->programs, "a");
	vec_push(arena, &f->programs, "b");
	vec_push(arena, &f->steps, (struct step){ { "/src/p/pool.c", 51, 5, 51, 9 }, "thread started here" });
	vec_push(arena, &f->steps, (struct step){ { "/usr/include/t.h", 4, 1, 4, 2 }, "reads it" });
	return f;
}

static struct stored_run new_run(struct finding *const *findings, size_t count)
{
	return (struct stored_run){ .root = "/src/p", .tool_version = "0.1", .config_hash = "cafe", .branch = "main",
				    .commit = "abc", .started_at = 1700000000, .rules = rules, .rule_count = 2,
				    .units = units, .unit_count = 3, .programs = programs, .program_count = 2,
				    .findings = findings, .finding_count = count };
}

static struct arena results;

static struct store *open_store(const char *path)
{
	struct store *store = NULL;
	struct err err = { 0 };

	if (!store_open(path, &store, &err))
		fail_msg("%s", err.text);
	return store;
}

static void put(struct store *store, const struct stored_run *run, char uuid[37])
{
	struct closed_run closed;
	struct err err = { 0 };

	if (!store_run(store, &results, run, &closed, &err))
		fail_msg("%s", err.text);
	memcpy(uuid, closed.uuid, sizeof closed.uuid);
}

/* The rows of a query as text: columns joined by '|', rows by a line's end. */
static char *query(struct store *store, struct arena *arena, const char *sql)
{
	char *rows = arena_strdup(arena, "");
	sqlite3_stmt *statement;

	if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK)
		fail_msg("%s", sqlite3_errmsg(store->db));
	while (sqlite3_step(statement) == SQLITE_ROW)
		for (int i = 0; i < sqlite3_column_count(statement); i++) {
			const char *text = (const char *)sqlite3_column_text(statement, i);

			rows = arena_printf(arena, "%s%s%s", rows, text ? text : "NULL",
					    i + 1 < sqlite3_column_count(statement) ? "|" : "\n");
		}
	assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
	return rows;
}

#define ASSERT_ROWS(sql, rows) assert_string_equal(query(store, &arena, sql), rows)

static void test_round_trip(void **state)
{
	struct arena arena = { 0 };
	struct finding *findings[] = { new_finding(&arena, "setenv ( 1 )", 0) };
	struct stored_run run = new_run(findings, 1);
	struct store *store = open_store(":memory:");
	char uuid[37];

	(void)state;
	put(store, &run, uuid);
	assert_string_equal(query(store, &arena, "SELECT uuid FROM run"), arena_printf(&arena, "%s\n", uuid));
	assert_true(strlen(uuid) == 36 && uuid[14] == '4' && strchr("89ab", uuid[19]));
	ASSERT_ROWS("SELECT branch, seq, commit_id, started_at, closed_at > started_at, tool_version, config_hash"
		    " FROM run",
		    "main|1|abc|1700000000|1|0.1|cafe\n");
	ASSERT_ROWS("SELECT key, scope, severity, rev FROM snapshot_rule JOIN rule ON id = rule_id ORDER BY key",
		    "env-write-threaded|program|2|3\nio-buffer-small|tu|1|1\n");
	ASSERT_ROWS("SELECT path, config, status, input_hash, note FROM snapshot_unit JOIN tu ON tu.id = tu_id"
		    " JOIN file ON file.id = main_file ORDER BY path",
		    "main.c||ok|0123|NULL\npool.c|-DX|partial|4567|3 errors, the first: 'x.h' not found\n");
	ASSERT_ROWS("SELECT key, kind, complete, count(tu_id) FROM program JOIN snapshot_program r ON id = r.program_id"
		    " LEFT JOIN snapshot_program_unit USING(snapshot_id, program_id) GROUP BY key",
		    "a|guess|0|2\nb|exe|1|1\n");
	ASSERT_ROWS("SELECT ord, rule.key, path, func, subject, stmt, fp_algo FROM site s"
		    " JOIN finding f ON f.id = finding_id JOIN rule ON rule.id = rule_id JOIN file ON file.id = file_id",
		    "0|env-write-threaded|main.c|run|setenv|setenv ( 1 )|1\n");
	assert_string_equal(query(store, &arena, "SELECT fp, fp_nofunc, fp_nopath, fp_loose FROM site"),
			    arena_printf(&arena, "%s|%s|%s|%s\n", findings[0]->id.full, findings[0]->id.no_function,
					 findings[0]->id.no_path, findings[0]->id.loose));
	ASSERT_ROWS("SELECT key, carried, line, col, end_line, end_col, level, confidence, message, fix"
		    " FROM occurrence JOIN program ON id = program_id ORDER BY key",
		    "a|0|22|9|22|31|2|2|'setenv' while other threads run|use timegm()\n"
		    "b|0|22|9|22|31|2|2|'setenv' while other threads run|use timegm()\n");
	ASSERT_ROWS("SELECT n, path, line, col, text FROM step JOIN file ON id = file_id ORDER BY n",
		    "0|pool.c|51|5|thread started here\n1|/usr/include/t.h|4|1|reads it\n");
	ASSERT_ROWS("PRAGMA foreign_key_check", "");
	store_close(store);
	arena_release(&arena);
}

static void test_again(void **state)
{
	struct arena arena = { 0 };
	struct finding *findings[] = { new_finding(&arena, "one", 0), new_finding(&arena, "one", 1) };
	struct stored_run run = new_run(findings, 2);
	struct store *store = open_store(":memory:");
	char first[37], second[37], *ids;

	(void)state;
	findings[1]->place.line++;
	put(store, &run, first);
	ids = query(store, &arena, "SELECT id, fp, ord FROM site ORDER BY id");
	put(store, &run, second);
	assert_string_not_equal(first, second);
	ASSERT_ROWS("SELECT id, fp, ord FROM site ORDER BY id", ids);
	ASSERT_ROWS("SELECT seq FROM run ORDER BY id", "1\n2\n");
	/* What didn't change is kept once. */
	ASSERT_ROWS("SELECT count(*) FROM occurrence", "4\n");
	ASSERT_ROWS("SELECT count(*) FROM snapshot", "1\n");
	ASSERT_ROWS("SELECT count(*) FROM tu", "2\n");
	run.branch = "";
	run.commit = NULL;
	put(store, &run, second);
	ASSERT_ROWS("SELECT branch, seq, commit_id FROM run ORDER BY id", "main|1|abc\nmain|2|abc\n|1|NULL\n");
	/* With the runs goes what belongs to them, by the foreign keys. */
	assert_true(store_exec(store, "UPDATE run SET base_id = NULL; DELETE FROM run; DELETE FROM snapshot;"
				      "DELETE FROM occurrence_set", NULL));
	ASSERT_ROWS("SELECT (SELECT count(*) FROM occurrence) + (SELECT count(*) FROM snapshot_program_unit)"
		    " + (SELECT count(*) FROM change)", "0\n");
	store_close(store);
	arena_release(&arena);
}

/* One finding in a header, seen from two units, without a program. */
static void test_two_units(void **state)
{
	struct arena arena = { 0 };
	struct finding *one = new_finding(&arena, "inline", 0), *two = new_finding(&arena, "inline", 0);
	struct finding *findings[] = { one, two };
	struct stored_run run = new_run(findings, 2);
	struct store *store = open_store(":memory:");
	char uuid[37];

	(void)state;
	two->unit = "pool.c";
	two->unit_configuration = "-DX";
	two->level = LEVEL_NOTE;
	two->steps.len = 1;
	one->programs.len = two->programs.len = 0;
	put(store, &run, uuid);
	ASSERT_ROWS("SELECT count(*) FROM finding", "1\n");
	ASSERT_ROWS("SELECT path, program_id, level FROM occurrence JOIN snapshot_unit USING(set_id) JOIN tu ON tu.id = tu_id"
		    " JOIN file ON file.id = main_file ORDER BY path",
		    "main.c|0|2\npool.c|0|0\n");
	ASSERT_ROWS("SELECT count(*) FROM step", "3\n"); /* those of either unit */
	store_close(store);
	arena_release(&arena);
}

#define COUNT_ALL \
	"SELECT (SELECT count(*) FROM run) + (SELECT count(*) FROM file) + (SELECT count(*) FROM rule)" \
	" + (SELECT count(*) FROM finding) + (SELECT count(*) FROM occurrence)"

static void assert_nothing_kept(struct store *store, const struct stored_run *run, const char *part)
{
	struct arena arena = { 0 };
	struct err err = { 0 };
	struct closed_run closed;

	assert_false(store_run(store, &arena, run, &closed, &err));
	if (!strstr(err.text, part))
		fail_msg("unexpected message: %s", err.text);
	ASSERT_ROWS(COUNT_ALL, "0\n");
	arena_release(&arena);
}

/* What breaks at the very end takes everything before it along; the next run is fine. */
static void test_all_or_nothing(void **state)
{
	struct arena arena = { 0 };
	struct finding *last = new_finding(&arena, "last", 0);
	struct finding *findings[] = { new_finding(&arena, "first", 0), last };
	struct stored_unit odd_unit[] = { units[0], units[1], units[2], { "odd.c", "", "wonderful", "", NULL, 0 } };
	struct stored_run run = new_run(findings, 2);
	struct store *store = open_store(":memory:");
	char uuid[37];

	(void)state;
	last->unit = "elsewhere.c";
	assert_nothing_kept(store, &run, "'elsewhere.c' is not a unit");
	last->unit = "main.c";
	last->programs.items[1] = "z";
	assert_nothing_kept(store, &run, "'z' is not a program");
	last->programs.items[1] = "a"; /* named twice: one row */
	run.rule_count = 0;
	assert_nothing_kept(store, &run, "is not a rule");
	run.rule_count = 2;
	run.units = odd_unit;
	run.unit_count = 4;
	assert_nothing_kept(store, &run, "CHECK constraint");
	run.unit_count = 3;
	put(store, &run, uuid);
	ASSERT_ROWS("SELECT count(*) FROM occurrence", "3\n");
	ASSERT_ROWS("SELECT seq FROM run", "1\n");
	store_close(store);
	arena_release(&arena);
}

static void test_hostile(void **state)
{
	static const char nasty[] = "'); DROP TABLE run; -- \"\x01\x1b[31m\xff\xc0\n%s%n";
	struct arena arena = { 0 };
	struct finding *f = new_finding(&arena, nasty, UINT32_MAX);
	struct finding *findings[] = { f };
	struct stored_run run = new_run(findings, 1);
	struct store *store = open_store(":memory:");
	char *large = arena_alloc(&arena, (1 << 20) + 1), uuid[37];

	(void)state;
	memset(large, 'A', 1 << 20);
	f->message = nasty;
	f->path = large;
	f->fix = NULL;
	f->steps.items[0].place.file = nasty;
	f->place.line = UINT32_MAX;
	run.branch = nasty;
	put(store, &run, uuid);
	assert_string_equal(query(store, &arena, "SELECT branch FROM run"), arena_printf(&arena, "%s\n", nasty));
	assert_string_equal(query(store, &arena, "SELECT stmt FROM site"), arena_printf(&arena, "%s\n", nasty));
	ASSERT_ROWS("SELECT line, fix, length(path), ord FROM occurrence JOIN site s ON s.id = site_id"
		    " JOIN file ON file.id = file_id LIMIT 1",
		    "4294967295||1048576|0\n");
	store_close(store);
	arena_release(&arena);
}

static void test_many(void **state)
{
	enum { COUNT = 10000 };
	struct arena arena = { 0 };
	struct finding **findings = arena_array(&arena, struct finding *, COUNT);
	struct store *store = open_store(":memory:");
	struct stored_run run;
	char uuid[37];

	(void)state;
	for (int i = 0; i < COUNT; i++)
		findings[i] = new_finding(&arena, arena_printf(&arena, "call ( %d )", i), 0);
	run = new_run(findings, COUNT);
	put(store, &run, uuid);
	ASSERT_ROWS("SELECT count(*) FROM occurrence", "20000\n");
	store_close(store);
	arena_release(&arena);
}

/* A writer that dies in the middle leaves no half run and no lock behind. */
static void test_killed_writer(void **state)
{
	char folder[] = P_tmpdir "/snag-run-XXXXXX", uuid[37];
	struct arena arena = { 0 };
	struct finding *findings[] = { new_finding(&arena, "one", 0) };
	struct stored_run run = new_run(findings, 1);
	struct store *store;
	char *path;
	pid_t child;
	int status;

	(void)state;
	assert_non_null(mkdtemp(folder));
	path = path_join(&arena, folder, "snag.db");
	child = fork();
	if (child == 0) {
		store = open_store(path);
		store_exec(store, "BEGIN IMMEDIATE; INSERT INTO file(path) VALUES('half');"
				  "INSERT INTO file(path) SELECT randomblob(1000000)", NULL);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	store = open_store(path);
	ASSERT_ROWS(COUNT_ALL, "0\n");
	put(store, &run, uuid);
	ASSERT_ROWS("SELECT count(*) FROM run WHERE seq = 1", "1\n");
	store_close(store);
	folder_remove(folder);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_again),
		cmocka_unit_test(test_two_units),    cmocka_unit_test(test_all_or_nothing),
		cmocka_unit_test(test_hostile),	     cmocka_unit_test(test_many),
		cmocka_unit_test(test_killed_writer),
	};

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	arena_release(&results);
	return failed;
}
