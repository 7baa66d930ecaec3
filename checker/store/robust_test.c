/*
 * What may befall a database: many writers, writers that are killed, a full disk, one that can't be written, one that other
 * machines share. With the argument "full" as often as it takes to believe it: ctest -C robustness -L robustness.
 */
#include "store/store.h"

#include "base/files.h"
#include "store/place.h"
#include "store/query.h"
#include "store/statement.h"
#include "store/upkeep.h"

#include <errno.h>
#include <linux/magic.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct {
	unsigned writers, records, kills;
} scale = { 12, 4, 20 };

struct fixture {
	struct arena arena;
	char folder[64];
	char *path;
	uint64_t random;
};

static int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	snprintf(f->folder, sizeof f->folder, "%s/snag-robust-XXXXXX", folder_exists("/dev/shm") ? "/dev/shm" : P_tmpdir);
	assert_non_null(mkdtemp(f->folder));
	f->path = path_join(&f->arena, f->folder, "snag.db");
	f->random = 0x9e3779b97f4a7c15;
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	folder_remove(f->folder);
	arena_release(&f->arena);
	free(f);
	return 0;
}

static unsigned pick(struct fixture *f, unsigned count)
{
	f->random ^= f->random << 13;
	f->random ^= f->random >> 7;
	f->random ^= f->random << 17;
	return (unsigned)(f->random >> 33) % count;
}

/* A run of one finding, both named after it; `size` bytes of statement make it as large as one likes. */
static bool add_run(const char *path, const char *name, size_t size, struct err *err)
{
	static const struct rule_info rule = { .id = "single", .level = LEVEL_WARNING };
	static const struct rule_info *const rules[] = { &rule };
	struct arena arena = { 0 };
	struct stored_unit unit = { arena_printf(&arena, "%s.c", name), "", "ok", "1", NULL, 1 };
	char *statement = arena_printf(&arena, "%s %0*d", name, (int)size, 0);
	struct fingerprint_parts parts = { rule.id, unit.main_file, "run", "call", statement };
	struct finding finding = { .rule = &rule, .level = LEVEL_WARNING, .place = { unit.main_file, 3, 1, 3, 9 },
				   .path = unit.main_file, .function = "run", .subject = "call", .statement = statement,
				   .message = "m", .fix = "", .unit = unit.main_file, .unit_configuration = "" };
	struct finding *findings[] = { &finding };
	struct stored_run run = { .tool_version = "0", .config_hash = "c", .branch = name, .uuid = name, .rules = rules,
				  .rule_count = 1, .units = &unit, .unit_count = 1, .findings = findings, .finding_count = 1 };
	struct closed_run closed;
	struct store *store = NULL;
	bool ok;

	fingerprint(&parts, &finding.id);
	ok = store_open(path, &store, err) && store_run(store, &arena, &run, &closed, err);
	store_close(store);
	arena_release(&arena);
	return ok;
}

static int64_t number(struct store *store, const char *sql)
{
	int64_t value = -1;

	if (!store_number(store, sql, &value, NULL))
		fail_msg("%s", sql);
	return value;
}

/* Runs whose finding is there: all that are must have theirs. */
static int64_t whole_runs(const char *path)
{
	struct store *store = NULL;
	struct err err = { 0 };
	int64_t runs, whole;

	if (!store_open_read(path, &store, &err) || !store_check(store, &err))
		fail_msg("%s", err.text);
	runs = number(store, "SELECT count(*) FROM run");
	whole = number(store, "SELECT count(*) FROM run JOIN snapshot_unit USING(snapshot_id) JOIN occurrence USING(set_id)"
			      " JOIN site ON site.id = occurrence.site_id JOIN file ON file.id = site.file_id"
			      " AND file.path = run.uuid || '.c' JOIN change ON change.run_id = run.id AND state = 'new'");
	store_close(store);
	assert_int_equal(runs, whole);
	return whole;
}

static bool has_run(struct store *store, const char *name)
{
	struct rows rows;
	bool has;

	ROWS_OPEN(&rows, store, "SELECT 1 FROM run WHERE uuid = ?", TEXT(name));
	has = rows_next(&rows);
	return rows_close(&rows, NULL) && has;
}

static void test_writers(void **state)
{
	struct fixture *f = *state;
	int status;

	for (unsigned w = 0; w < scale.writers; w++) {
		pid_t child = fork();

		assert_true(child >= 0);
		if (child)
			continue;
		for (unsigned r = 0; r < scale.records; r++) {
			struct err err = { 0 };

			if (!add_run(f->path, arena_printf(&f->arena, "w%u-%u", w, r), 10, &err)) {
				fprintf(stderr, "%s\n", err.text);
				_exit(1);
			}
		}
		_exit(0);
	}
	for (unsigned w = 0; w < scale.writers; w++)
		assert_true(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(whole_runs(f->path), scale.writers * scale.records);
	print_message("%u processes stored %u runs each: none lost\n", scale.writers, scale.records);
}

#define NAME_SIZE 32

/* Stores runs, and says so of each that is. */
static pid_t start_writer(struct fixture *f, unsigned round, unsigned writer, int said)
{
	pid_t child = fork();

	assert_true(child >= 0);
	if (child)
		return child;
	for (unsigned n = 0; n < 3; n++) {
		char name[NAME_SIZE] = "";
		struct err err = { 0 };

		snprintf(name, sizeof name, "k%u-%u-%u", round, writer, n);
		if (!add_run(f->path, name, 3000, &err)) {
			fprintf(stderr, "%s\n", err.text);
			_exit(1);
		}
		if (write(said, name, sizeof name) != (ssize_t)sizeof name)
			_exit(2);
	}
	_exit(0);
}

struct said {
	VEC(const char *) names;
};

/* The next that a writer says; false once none is left to say anything. */
static bool hear(struct fixture *f, struct said *said, int from)
{
	char name[NAME_SIZE];

	if (read(from, name, sizeof name) != (ssize_t)sizeof name)
		return false;
	vec_push(&f->arena, &said->names, arena_strdup(&f->arena, name));
	return true;
}

/* One of them dies at work on one of its runs. The pipe has room for all that they say. */
static bool kill_one(struct fixture *f, unsigned round, struct said *said)
{
	enum { WRITERS = 3 };
	pid_t writers[WRITERS];
	unsigned victim = pick(f, WRITERS), after = pick(f, 3);
	const char *last = arena_printf(&f->arena, "k%u-%u-%u", round, victim, after - 1);
	bool killed = false;
	int status, ends[2];

	assert_int_equal(pipe(ends), 0);
	for (unsigned w = 0; w < WRITERS; w++)
		writers[w] = start_writer(f, round, w, ends[1]);
	close(ends[1]);
	while (after && hear(f, said, ends[0]) && strcmp(said->names.items[said->names.len - 1], last) != 0)
		;
	usleep(pick(f, 10000));
	kill(writers[victim], SIGKILL);
	for (unsigned w = 0; w < WRITERS; w++) {
		assert_int_equal(waitpid(writers[w], &status, 0), writers[w]);
		if (w == victim)
			killed = WIFSIGNALED(status);
		else
			assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	}
	while (hear(f, said, ends[0]))
		;
	close(ends[0]);
	return killed;
}

static void test_kills(void **state)
{
	struct fixture *f = *state;
	struct said stored = { 0 };
	unsigned killed = 0;

	for (unsigned round = 0; round < scale.kills; round++) {
		struct store *store;

		killed += kill_one(f, round, &stored);
		whole_runs(f->path);
		assert_true(store_open_read(f->path, &store, NULL));
		for (size_t i = 0; i < stored.names.len; i++)
			if (!has_run(store, stored.names.items[i]))
				fail_msg("round %u: %s is lost", round, stored.names.items[i]);
		store_close(store);
	}
	print_message("%u of %u writers killed at work, %zu runs stored: none lost, the file sound each time\n", killed,
		      scale.kills, stored.names.len);
}

/* --- no room, no right ---------------------------------------------------- */

/* Stores until that fails; the message, and how many are stored. */
static unsigned fill(struct fixture *f, struct err *err)
{
	unsigned stored = 0;

	while (stored < 1000 && add_run(f->path, arena_printf(&f->arena, "fill-%u", stored), 20000, err))
		stored++;
	return stored;
}

static void assert_full(struct fixture *f, const char *what)
{
	struct err err = { 0 };
	unsigned stored = fill(f, &err);

	assert_in_range(stored, 1, 999);
	if (!strstr(err.text, f->path) || strchr(err.text, '\n') || !strstr(err.text, what))
		fail_msg("unexpected message: %s", err.text);
	assert_int_equal(whole_runs(f->path), stored);
}

/* As if the disk were full, for this process alone. */
static void test_file_limit(void **state)
{
	struct fixture *f = *state;
	struct rlimit before, now;

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	now = (struct rlimit){ 600000, before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &now), 0);
	assert_full(f, "disk");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_true(add_run(f->path, "room again", 10, NULL));
}

/* Where this process may mount, the test goes on in a namespace of its own. */
static bool mount_small(const char *folder)
{
	return (unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
	       mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
	       mount("none", folder, "tmpfs", 0, "size=1m") == 0;
}

static void check_small(struct fixture *f)
{
	struct store *store = NULL;
	struct err err = { 0 };
	int64_t stored;

	assert_full(f, "disk is full");
	stored = whole_runs(f->path);
	assert_int_equal(mount("none", f->folder, "tmpfs", MS_REMOUNT, "size=4m"), 0);
	assert_true(add_run(f->path, "room again", 10, NULL));
	assert_int_equal(mount("none", f->folder, "tmpfs", MS_REMOUNT | MS_RDONLY, "size=4m"), 0);
	assert_false(store_open(f->path, &store, &err));
	if (!strstr(err.text, f->path) || !strstr(err.text, "Read-only file system") || strchr(err.text, '\n'))
		fail_msg("unexpected message: %s", err.text);
	assert_int_equal(whole_runs(f->path), stored + 1);
}

#define MAY_NOT_MOUNT 77

static void test_small_disk(void **state)
{
	struct fixture *f = *state;
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (!child) {
		if (!mount_small(f->folder))
			_exit(MAY_NOT_MOUNT);
		check_small(f); /* its failure ends the child by abort: cmocka prints it */
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFEXITED(status) && WEXITSTATUS(status) == MAY_NOT_MOUNT) {
		print_message("skipped: no file system can be mounted here, so no disk can be full or read-only\n");
		skip();
	}
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* --- shared by machines --------------------------------------------------- */

static uint32_t type_of_folder;

static bool pretend(const char *folder, uint32_t *type)
{
	(void)folder;
	*type = type_of_folder;
	return type_of_folder != 0;
}

/* A write-ahead log needs memory that all users share; where there can't be any, none is used, and people are told. */
static void test_places(void **state)
{
	static const struct {
		uint32_t type;
		const char *remote, *journal;
	} rows[] = {
		{ EXT4_SUPER_MAGIC, NULL, "wal" },	{ TMPFS_MAGIC, NULL, "wal" },
		{ NFS_SUPER_MAGIC, "NFS", "delete" },	{ CIFS_SUPER_MAGIC, "CIFS", "delete" },
		{ SMB2_SUPER_MAGIC, "SMB", "delete" },	{ FUSE_SUPER_MAGIC, "FUSE", "delete" },
		{ V9FS_MAGIC, "9P", "delete" },		{ CEPH_SUPER_MAGIC, "Ceph", "delete" },
		{ 0x0bd00bd0, "Lustre", "delete" },	{ 0x47504653, "GPFS", "delete" },
		{ 0, "unknown", "delete" },		{ EXT4_SUPER_MAGIC, NULL, "wal" }, /* moved back */
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct store *store = NULL;
		struct err err = { 0 };
		struct rows mode;

		type_of_folder = rows[i].type;
		if (!store_open_on(f->path, pretend, &store, &err))
			fail_msg("%s", err.text);
		rows_open(&mode, store, "PRAGMA journal_mode", NULL, 0);
		assert_true(rows_next(&mode));
		assert_string_equal(rows_text(&mode, 0), rows[i].journal);
		assert_true(rows_close(&mode, NULL));
		if (rows[i].remote)
			assert_string_equal(store_remote(store), rows[i].remote);
		else
			assert_null(store_remote(store));
		store_close(store);
		assert_true(add_run(f->path, arena_printf(&f->arena, "place-%zu", i), 10, NULL));
	}
	assert_int_equal(whole_runs(f->path), sizeof rows / sizeof *rows);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_writers, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_kills, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_file_limit, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_small_disk, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_places, set_up, tear_down),
	};

	if (argc > 1 && !strcmp(argv[1], "full")) {
		scale.writers = 64;
		scale.records = 20;
		scale.kills = 200;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
