/* Opening a database: a new one, our own, a newer one, somebody else's, and places where none can be. */
#include "store/store.h"

#include "base/files.h"
#include "store/schema.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
	struct arena arena;
	char folder[64];
	char *path; /* of a database that isn't there yet */
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	strcpy(f->folder, P_tmpdir "/snag-store-XXXXXX");
	assert_non_null(mkdtemp(f->folder));
	f->path = path_join(&f->arena, f->folder, ".snag/snag.db");
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	folder_remove(path_join(&f->arena, f->folder, ".snag"));
	folder_remove(f->folder);
	arena_release(&f->arena);
	free(f);
	return 0;
}

static void open_and_close(const char *path)
{
	struct store *store = NULL;
	struct err err = { 0 };

	if (!store_open(path, &store, &err))
		fail_msg("%s", err.text);
	store_close(store);
}

static void assert_refused(const char *path, const char *part, const char *other)
{
	struct store *store = NULL;
	struct err err = { 0 };

	assert_false(store_open(path, &store, &err));
	assert_null(store);
	if (!strstr(err.text, part) || !strstr(err.text, other))
		fail_msg("unexpected message: %s", err.text);
	assert_null(strchr(err.text, '\n'));
}

/* As another program would use the file. */
static void raw(const char *path, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static int64_t raw_number(const char *path, const char *sql)
{
	sqlite3_stmt *statement;
	sqlite3 *db;
	int64_t number;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return number;
}

static void assert_same_file(struct fixture *f, const char *path, const char *bytes, size_t length)
{
	char *now;
	size_t now_length;

	assert_true(file_read(&f->arena, path, 0, &now, &now_length, NULL));
	assert_int_equal(now_length, length);
	assert_memory_equal(now, bytes, length);
}

static void test_new(void **state)
{
	struct fixture *f = *state;
	char *text;
	size_t length;

	open_and_close(f->path);
	open_and_close(f->path);
	assert_int_equal(raw_number(f->path, "PRAGMA user_version"), schema_version());
	assert_int_equal(raw_number(f->path, "PRAGMA application_id"), SCHEMA_APPLICATION);
	assert_int_equal(raw_number(f->path, "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"), 23);
	assert_true(file_read(&f->arena, path_join(&f->arena, f->folder, ".snag/.gitignore"), 0, &text, &length, NULL));
	assert_string_equal(text, "*\n");
}

/* Somebody's own .gitignore stays, and a folder of another name gets none. */
static void test_gitignore(void **state)
{
	struct fixture *f = *state;
	char *ignore = path_join(&f->arena, f->folder, ".snag/.gitignore");
	char *plain = path_join(&f->arena, f->folder, "plain.db");

	assert_true(folder_make(path_join(&f->arena, f->folder, ".snag"), NULL));
	assert_true(file_write(ignore, "*.db\n", 5, NULL));
	open_and_close(f->path);
	assert_same_file(f, ignore, "*.db\n", 5);
	open_and_close(plain);
	assert_false(file_exists(path_join(&f->arena, f->folder, ".gitignore")));
}

static void test_memory(void **state)
{
	(void)state;
	open_and_close(":memory:");
	assert_false(file_exists(":memory:"));
}

/* Names that a URI would read otherwise. */
static void test_odd_names(void **state)
{
	struct fixture *f = *state;
	static const char *const names[] = { "a?mode=memory", "b#c%41", "file:d", "e f\xff" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *path = path_join(&f->arena, f->folder, names[i]);

		open_and_close(path);
		assert_true(file_exists(path));
		open_and_close(path);
	}
}

static void test_empty_file(void **state)
{
	struct fixture *f = *state;
	char *path = path_join(&f->arena, f->folder, "empty.db");

	assert_true(file_write(path, "", 0, NULL));
	open_and_close(path);
	assert_int_equal(raw_number(path, "PRAGMA user_version"), schema_version());
}

static void test_newer(void **state)
{
	struct fixture *f = *state;
	char *bytes;
	size_t length;

	open_and_close(f->path);
	raw(f->path, "PRAGMA user_version = 4711");
	assert_true(file_read(&f->arena, f->path, 0, &bytes, &length, NULL));
	assert_refused(f->path, "schema 4711", "use a newer snag");
	assert_same_file(f, f->path, bytes, length);
	raw(f->path, "PRAGMA user_version = -1");
	assert_refused(f->path, "schema -1", "");
}

static void test_foreign(void **state)
{
	struct fixture *f = *state;
	char *path = path_join(&f->arena, f->folder, "foreign"), *bytes;
	char noise[4096];
	size_t length;

	memset(noise, 'x', sizeof noise);
	assert_true(file_write(path, noise, sizeof noise, NULL));
	assert_refused(path, "is not a snag database", "move");
	assert_same_file(f, path, noise, sizeof noise);
	assert_true(file_write(path, "short", 5, NULL));
	assert_refused(path, "is not a snag database", "move");
	assert_true(file_write(path, "SQLite format 3", 16, NULL));
	assert_refused(path, "is not a snag database", "move");
	unlink(path);

	/* One that uses a write-ahead log: not even that may be swept up. */
	raw(path, "PRAGMA journal_mode = WAL; CREATE TABLE run(id); PRAGMA user_version = 1");
	assert_true(file_read(&f->arena, path, 0, &bytes, &length, NULL));
	assert_refused(path, "is not a snag database", "move");
	assert_same_file(f, path, bytes, length);
}

/* A crashed writer of another program left its journal: it is that program's to roll back. */
static void test_foreign_journal(void **state)
{
	struct fixture *f = *state;
	char *path = path_join(&f->arena, f->folder, "foreign"), *bytes;
	char *journal = path_join(&f->arena, f->folder, "foreign-journal");
	size_t length;

	raw(path, "CREATE TABLE t(x); INSERT INTO t VALUES(1)");
	assert_true(file_write(journal, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8, NULL));
	assert_true(file_read(&f->arena, path, 0, &bytes, &length, NULL));
	assert_refused(path, "is not a snag database", "move");
	assert_same_file(f, path, bytes, length);
	assert_same_file(f, journal, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
}

static void test_no_place(void **state)
{
	struct fixture *f = *state;
	char *plain = path_join(&f->arena, f->folder, "plain");

	assert_true(file_write(plain, "text", 4, NULL));
	assert_refused(path_join(&f->arena, plain, "snag.db"), "Not a directory", "snag.db");
	assert_refused(path_join(&f->arena, plain, ".snag/snag.db"), "Not a directory", ".snag");
	assert_refused(f->folder, "is not a plain file", f->folder);
	assert_refused("", "needs a name", "");
}

static void test_read_only(void **state)
{
	struct fixture *f = *state;
	char *folder = path_join(&f->arena, f->folder, ".snag");

	if (geteuid() == 0)
		skip(); /* root writes everywhere */
	open_and_close(f->path);
	assert_int_equal(chmod(f->path, 0444), 0);
	assert_refused(f->path, "read-only", f->path);
	assert_int_equal(chmod(f->path, 0644), 0);
	assert_true(unlink(f->path) == 0 && chmod(folder, 0555) == 0);
	assert_refused(f->path, "Permission denied", f->path);
	assert_int_equal(chmod(folder, 0755), 0);
}

/* An older database is brought up step by step; a step that fails leaves the version before it. */
static void test_migrations(void **state)
{
	static const char *const good[] = { "CREATE TABLE a(x)", "ALTER TABLE a ADD y", "INSERT INTO a VALUES(1, 2)" };
	static const char *const bad[] = { "CREATE TABLE a(x)", "CREATE TABLE b(x); CREATE TABLE a(x)" };
	struct store store = { .path = (char[]){ "test" } };
	struct err err = { 0 };
	int64_t number = 0;

	(void)state;
	assert_int_equal(sqlite3_open(":memory:", &store.db), SQLITE_OK);
	assert_false(schema_apply(&store, bad, 2, &err));
	assert_non_null(strstr(err.text, "already exists"));
	assert_true(store_number(&store, "PRAGMA user_version", &number, NULL));
	assert_int_equal(number, 1);
	assert_true(store_number(&store, "SELECT count(*) FROM sqlite_schema", &number, NULL));
	assert_int_equal(number, 1);
	for (int i = 0; i < 2; i++)
		assert_true(schema_apply(&store, good, 3, NULL));
	assert_true(store_number(&store, "SELECT sum(x + y) FROM a", &number, NULL));
	assert_int_equal(number, 3);
	sqlite3_close(store.db);
}

/* A database of the first schema keeps what its runs saw. */
static void test_first_schema(void **state)
{
	struct store store = { .path = (char[]){ "test" } };
	int64_t number = 0;

	(void)state;
	assert_int_equal(sqlite3_open(":memory:", &store.db), SQLITE_OK);
	assert_true(store_exec(&store, "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF", NULL));
	assert_true(schema_migrate_to(&store, 1, NULL));
	assert_true(store_exec(
		&store,
		"INSERT INTO run VALUES(7, 'u', 'main', 1, NULL, 1, 2, '0', 'c'); INSERT INTO rule VALUES(1, 'r', 'tu', 1, 1);"
		"INSERT INTO run_rule VALUES(7, 1); INSERT INTO file VALUES(1, 'a.c'); INSERT INTO tu VALUES(1, 1, '');"
		"INSERT INTO tu_run VALUES(7, 1, 'ok', 'h', 5, NULL); INSERT INTO program VALUES(1, 'p', 'guess');"
		"INSERT INTO program_run VALUES(7, 1, 1); INSERT INTO program_tu VALUES(7, 1, 1);"
		"INSERT INTO finding VALUES(3, 'f', 0, 1, 1, 'fn', 's', 'st', 'nf', 'np', 1);"
		"INSERT INTO occurrence VALUES(7, 1, 1, 3, 0, 4, 5, 4, 9, 1, 1, 'm', 'x', NULL);"
		"INSERT INTO step VALUES(7, 3, 0, 1, 2, 2, 'step')",
		NULL));
	assert_true(schema_migrate(&store, NULL));
	assert_true(store_number(&store,
				 "SELECT o.line FROM run JOIN snapshot_unit USING(snapshot_id) JOIN occurrence o USING(set_id)"
				 " JOIN site ON site.id = o.site_id JOIN step USING(set_id) JOIN finding ON finding.id ="
				 " o.finding_id AND finding.site_id = site.id WHERE fp = 'f' AND step.text = 'step'",
				 &number, NULL));
	assert_int_equal(number, 4);
	assert_true(store_number(&store, "SELECT count(*) FROM change WHERE state = 'new'", &number, NULL));
	assert_int_equal(number, 1);
	assert_true(store_number(&store, "SELECT count(*) FROM pragma_foreign_key_check", &number, NULL));
	assert_int_equal(number, 0);
	sqlite3_close(store.db);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_new, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_gitignore, set_up, tear_down),
		cmocka_unit_test(test_memory),
		cmocka_unit_test_setup_teardown(test_odd_names, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_empty_file, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_newer, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_foreign, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_foreign_journal, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_no_place, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_read_only, set_up, tear_down),
		cmocka_unit_test(test_migrations),
		cmocka_unit_test(test_first_schema),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
