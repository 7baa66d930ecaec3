/* Merging databases: any order gives the same, twice changes nothing, parts of a run become one, what is broken is left alone. */
#include "store/merge.h"

#include "base/files.h"
#include "base/strbuf.h"
#include "store/statement.h"
#include "store/upkeep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define SHARDS 4
#define UNITS 6

static const struct rule_info rule_program = { .id = "whole", .level = LEVEL_ERROR, .whole_program = true };
static const struct rule_info rule_unit = { .id = "single", .level = LEVEL_WARNING };
static const struct rule_info *const both[] = { &rule_program, &rule_unit };

struct fixture {
	struct arena arena;
	char *folder;
	uint64_t random;
};

static int set_up(void **state)
{
	/* In memory where there is such a folder: hundreds of transactions wait for a disk. */
	char folder[64];
	struct fixture *f = calloc(1, sizeof *f);

	snprintf(folder, sizeof folder, "%s/snag-merge-XXXXXX", folder_exists("/dev/shm") ? "/dev/shm" : P_tmpdir);
	assert_non_null(mkdtemp(folder));
	f->folder = arena_strdup(&f->arena, folder);
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

/* xorshift: the same on every machine. */
static unsigned pick(struct fixture *f, unsigned count)
{
	f->random ^= f->random << 13;
	f->random ^= f->random >> 7;
	f->random ^= f->random << 17;
	return (unsigned)(f->random >> 33) % count;
}

static char *place(struct fixture *f, const char *name)
{
	return path_join(&f->arena, f->folder, name);
}

static struct store *open_store(const char *path)
{
	struct store *store = NULL;
	struct err err = { 0 };

	if (!store_open(path, &store, &err))
		fail_msg("%s", err.text);
	return store;
}

static void copy(struct fixture *f, const char *from, const char *to)
{
	struct store *store = open_store(from);
	struct err err = { 0 };

	unlink(to);
	if (!store_exec(store, arena_printf(&f->arena, "VACUUM INTO '%s'", to), &err))
		fail_msg("%s", err.text);
	store_close(store);
}

static void merge(const char *into, const char *const *others, size_t count)
{
	struct err err = { 0 };

	if (!store_merge(into, others, count, &err))
		fail_msg("%s", err.text);
}

/* A run of some units, with findings drawn from a few that all shards may make, now and then in a function that was renamed. */
static void add_run(struct fixture *f, const char *path, const char *uuid, int64_t at, unsigned first, unsigned last)
{
	static const char *const branches[] = { "main", "topic" };
	const char *members[UNITS], *configurations[UNITS];
	struct stored_unit units[UNITS];
	struct stored_program program = { "p", "guess", pick(f, 2), members, configurations, last - first };
	VEC(struct finding *) findings = { 0 };
	struct stored_run run = { .tool_version = "0", .config_hash = "c", .branch = branches[!strncmp(uuid, "own", 3) && pick(f, 2)],
				  .closed_at = at, .started_at = at - 5, .uuid = uuid, .rules = both, .rule_count = 1 + pick(f, 2),
				  .units = units, .unit_count = last - first, .programs = &program, .program_count = 1,
				  .whole_build = !pick(f, 4) };
	struct closed_run closed;
	struct store *store = open_store(path);
	struct err err = { 0 };

	for (unsigned u = first; u < last; u++) {
		members[u - first] = arena_printf(&f->arena, "u%u.c", u);
		configurations[u - first] = "";
		units[u - first] = (struct stored_unit){ members[u - first], "", pick(f, 5) ? "ok" : "failed", "1", NULL, 1 };
		for (unsigned i = 0; i < 6 && units[u - first].status[0] == 'o'; i++) {
			const struct rule_info *rule = both[pick(f, (unsigned)run.rule_count)];
			const char *file = pick(f, 3) ? members[u - first] : "shared.h";
			const char *function = pick(f, 3) ? "run" : "renamed";
			struct fingerprint_parts parts = { rule->id, file, function, "call",
							   arena_printf(&f->arena, "s%u", pick(f, 5)) };
			struct finding *finding = arena_new(&f->arena, struct finding);
			uint32_t line = 1 + pick(f, 3);

			*finding = (struct finding){ .rule = rule, .level = pick(f, 4) ? rule->level : LEVEL_NOTE,
						     .place = { file, line, 1, line, 9 }, .path = file, .function = function,
						     .subject = "call", .statement = parts.statement, .message = "m", .fix = "",
						     .unit = members[u - first], .unit_configuration = "",
						     .context = pick(f, 3) };
			fingerprint(&parts, &finding->id);
			if (rule->whole_program)
				vec_push(&f->arena, &finding->programs, "p");
			for (unsigned n = pick(f, 3); n > 0; n--)
				vec_push(&f->arena, &finding->steps, (struct step){ { "shared.h", n, 1, n, 2 }, "step" });
			vec_push(&f->arena, &findings, finding);
		}
	}
	run.findings = findings.items;
	run.finding_count = findings.len;
	if (!store_run(store, &f->arena, &run, &closed, &err))
		fail_msg("%s", err.text);
	store_close(store);
}

static void suppress(struct fixture *f, const char *path, unsigned day)
{
	struct store *store = open_store(path);

	assert_true(store_exec(store,
			       arena_printf(&f->arena,
					    "INSERT INTO suppression(kind, finding_id, reason, author, created_at, revoked_at)"
					    " SELECT 'accepted', min(id), 'known', 'ann', %u, %s FROM finding",
					    day, pick(f, 2) ? "7" : "NULL"),
			       NULL));
	store_close(store);
}

#define NAME(finding) "(SELECT min(n.fp || '/' || n.ord) FROM site n WHERE n.finding_id = " finding ")"

/* All that a database says, by names alone. */
static const char *const dump_sql[] = {
	"SELECT 'run', r.uuid, r.branch, r.seq, r.commit_id, r.started_at, r.closed_at, r.ms, r.findings, r.suppressed,"
	" r.unchecked, b.uuid FROM run r LEFT JOIN run b ON b.id = r.base_id ORDER BY r.id",
	"SELECT 'site', s.fp, s.ord, f.path, s.func, s.stmt, s.stage, " NAME("s.finding_id") " FROM site s"
	" JOIN file f ON f.id = s.file_id ORDER BY s.fp, s.ord",
	"SELECT 'finding', " NAME("f.id") ", r.key, s.fp, s.ord FROM finding f JOIN rule r ON r.id = f.rule_id"
	" JOIN site s ON s.id = f.site_id ORDER BY 2",
	"SELECT 'unit', r.uuid, f.path, u.status, u.input_hash, u.note FROM run r JOIN snapshot_unit u USING(snapshot_id)"
	" JOIN tu t ON t.id = u.tu_id JOIN file f ON f.id = t.main_file ORDER BY 2, 3",
	"SELECT 'occurrence', r.uuid, f.path, " NAME("o.finding_id") ", p.key, s.fp, s.ord, o.carried, o.line, o.level,"
	" o.context, o.message FROM run r JOIN snapshot_unit u USING(snapshot_id) JOIN tu t ON t.id = u.tu_id"
	" JOIN file f ON f.id = t.main_file JOIN occurrence o ON o.set_id = u.set_id JOIN site s ON s.id = o.site_id"
	" LEFT JOIN program p ON p.id = o.program_id ORDER BY 2, 3, 4, 5",
	"SELECT 'step', r.uuid, f.path, " NAME("x.finding_id") ", x.n, x.line, x.text FROM run r"
	" JOIN snapshot_unit u USING(snapshot_id) JOIN tu t ON t.id = u.tu_id JOIN file f ON f.id = t.main_file"
	" JOIN step x ON x.set_id = u.set_id ORDER BY 2, 3, 4, 5",
	"SELECT 'rule', r.uuid, k.key, k.scope, k.severity FROM run r JOIN snapshot_rule x USING(snapshot_id)"
	" JOIN rule k ON k.id = x.rule_id ORDER BY 2, 3",
	"SELECT 'program', r.uuid, p.key, p.kind, x.complete, (SELECT count(*) FROM snapshot_program_unit m"
	" WHERE m.snapshot_id = x.snapshot_id AND m.program_id = p.id) FROM run r JOIN snapshot_program x USING(snapshot_id)"
	" JOIN program p ON p.id = x.program_id ORDER BY 2, 3",
	"SELECT 'change', r.uuid, " NAME("c.finding_id") ", c.state, " NAME("c.was_id") " FROM change c"
	" JOIN run r ON r.id = c.run_id ORDER BY 2, 3",
	"SELECT 'decision', r.uuid, " NAME("d.finding_id") ", d.source, d.kind, d.reason FROM run r"
	" JOIN decision d USING(snapshot_id) ORDER BY 2, 3",
	"SELECT 'suppression', kind, " NAME("finding_id") ", reason, author, created_at, revoked_at FROM suppression"
	" ORDER BY id",
};

static const char *dump(struct fixture *f, const char *path)
{
	struct store *store = open_store(path);
	struct strbuf text = { 0 };
	struct rows rows;
	const char *copied;

	assert_true(store_check(store, NULL));
	for (size_t i = 0; i < sizeof dump_sql / sizeof *dump_sql; i++) {
		rows_open(&rows, store, dump_sql[i], NULL, 0);
		while (rows_next(&rows))
			for (int column = 0; column < sqlite3_column_count(rows.statement); column++)
				strbuf_addf(&text, "%s%s", column ? "|" : "\n", or_empty(rows_text(&rows, column)));
		assert_true(rows_close(&rows, NULL));
	}
	store_close(store);
	copied = arena_strdup(&f->arena, strbuf_text(&text));
	strbuf_release(&text);
	return copied;
}

static size_t lines(const char *text, const char *start)
{
	size_t count = 0;

	while ((text = strstr(text, start)))
		count++, text++;
	return count;
}

/* The first line that differs is worth more than two whole texts. */
static void assert_same(struct fixture *f, const char *what, const char *one, const char *two)
{
	size_t at = 0;

	while (one[at] && one[at] == two[at])
		at++;
	if (!one[at] && !two[at])
		return;
	while (at && one[at - 1] != '\n')
		at--;
	fail_msg("%s: '%s' and '%s'", what, arena_strndup(&f->arena, one + at, strcspn(one + at, "\n")),
		 arena_strndup(&f->arena, two + at, strcspn(two + at, "\n")));
}

/* Shards of one history (some begin with nothing), each with its part of two runs that are all theirs, and one of its own. */
static void make_shards(struct fixture *f, char *shards[SHARDS])
{
	char *history = place(f, "history.db");

	unlink(history);
	add_run(f, history, "history-1", 1000, 0, UNITS);
	add_run(f, history, "history-2", 1000 + pick(f, 2), 0, UNITS);
	for (unsigned i = 0; i < SHARDS; i++) {
		unsigned first = pick(f, UNITS), last = first + 1 + pick(f, UNITS - first);

		shards[i] = place(f, arena_printf(&f->arena, "shard%u.db", i));
		unlink(shards[i]);
		if (pick(f, 4))
			copy(f, history, shards[i]);
		add_run(f, shards[i], "ci-1", 2000 + pick(f, 3), first, last);
		if (pick(f, 2))
			add_run(f, shards[i], arena_printf(&f->arena, "own-%u", i), 1990 + pick(f, 20), first, last);
		add_run(f, shards[i], "ci-2", 3000 + pick(f, 3), first, last);
		suppress(f, shards[i], pick(f, 2));
	}
}

static void swap(char **a, char **b)
{
	char *kept = *a;

	*a = *b;
	*b = kept;
}

static const char *merged(struct fixture *f, const char *name, char *const *shards, size_t count)
{
	char *into = place(f, name);

	unlink(into);
	merge(into, (const char *const *)shards, count);
	return dump(f, into);
}

/* One by one in random orders, and in pairs. */
static void check_orders(struct fixture *f, const char *what, unsigned orders)
{
	char *shards[SHARDS], *pairs[2] = { place(f, "pair0.db"), place(f, "pair1.db") };
	const char *wanted;

	make_shards(f, shards);
	wanted = merged(f, "all.db", shards, SHARDS);
	assert_true(lines(wanted, "\noccurrence|ci-1") > 0 && lines(wanted, "\nrun|ci-2") == 1);
	assert_same(f, arena_printf(&f->arena, "%s, again", what), wanted,
		    (merge(place(f, "all.db"), (const char *const *)shards, SHARDS), dump(f, place(f, "all.db"))));
	for (unsigned i = 0; i < orders; i++) {
		for (unsigned j = SHARDS - 1; j > 0; j--)
			swap(&shards[j], &shards[pick(f, j + 1)]);
		assert_same(f, arena_printf(&f->arena, "%s, order %u", what, i), wanted,
			    merged(f, "order.db", shards, SHARDS));
	}
	merged(f, "pair0.db", shards, 2);
	merged(f, "pair1.db", shards + 2, 2);
	assert_same(f, arena_printf(&f->arena, "%s, in pairs", what), wanted, merged(f, "pairs.db", pairs, 2));
}

static void test_orders(void **state)
{
	struct fixture *f = *state;
	const char *many = getenv("SNAG_MERGE_SEEDS");
	unsigned seeds = many ? (unsigned)strtoul(many, NULL, 10) : 2;

	for (unsigned seed = 1; seed <= seeds; seed++) {
		f->random = 0x9e3779b97f4a7c15 * seed;
		check_orders(f, arena_printf(&f->arena, "seed %u", seed), 2);
	}
}

/* A part of a run: one unit, and what is found in a header that it includes. */
static void add_part(struct fixture *f, const char *path, const char *uuid, int64_t at, const char *unit, const char *statement)
{
	struct stored_unit row = { unit, "", "ok", "1", NULL, 1 };
	struct fingerprint_parts parts = { rule_unit.id, "shared.h", "run", "call", statement };
	struct finding finding = { .rule = &rule_unit, .level = LEVEL_WARNING, .place = { "shared.h", 3, 1, 3, 9 },
				   .path = "shared.h", .function = "run", .subject = "call", .statement = statement,
				   .message = "m", .fix = "", .unit = unit, .unit_configuration = "" };
	struct finding *findings[] = { &finding };
	struct stored_run run = { .tool_version = "0", .config_hash = "c", .branch = "main", .closed_at = at, .uuid = uuid,
				  .rules = both, .rule_count = 2, .units = &row, .unit_count = 1, .findings = findings,
				  .finding_count = statement[0] != '\0' };
	struct closed_run closed;
	struct store *store = open_store(path);

	fingerprint(&parts, &finding.id);
	assert_true(store_run(store, &f->arena, &run, &closed, NULL));
	store_close(store);
}

/* Each shard alone can't say that a header's finding is fixed: the other may still have it. Both together can. */
static void test_parts(void **state)
{
	struct fixture *f = *state;
	const char *shards[] = { place(f, "a.db"), place(f, "b.db") }, *text;

	add_part(f, shards[0], "before", 100, "a.c", "one");
	copy(f, shards[0], shards[1]);
	add_part(f, shards[1], "between", 150, "b.c", "one");
	copy(f, shards[1], shards[0]);
	add_part(f, shards[0], "now", 200, "a.c", "");
	add_part(f, shards[1], "now", 201, "b.c", "two");
	assert_int_equal(lines(dump(f, shards[0]), "|fixed|"), 0);
	merge(place(f, "all.db"), shards, 2);
	text = dump(f, place(f, "all.db"));
	assert_int_equal(lines(text, "|fixed|"), 1);
	assert_int_equal(lines(text, "\nchange|now|"), 2);
	assert_int_equal(lines(text, "\noccurrence|now|"), 1);
	assert_int_equal(lines(text, "\nrun|now|main|3||"), 1);
	add_part(f, shards[0], "last", 300, "a.c", "");
	add_part(f, shards[1], "last", 300, "b.c", "");
	merge(place(f, "all.db"), shards, 2);
	text = dump(f, place(f, "all.db"));
	assert_int_equal(lines(text, "\nchange|last|"), 1);
	assert_int_equal(lines(text, "|fixed|"), 2);
	assert_int_equal(lines(text, "\noccurrence|last|"), 0);
}

/* One line that says what, and a database that stays as it was, whichever of the others is wrong. */
static void assert_refused(struct fixture *f, const char *other, const char *part)
{
	const char *others[] = { place(f, "good.db"), other };
	const char *before = dump(f, place(f, "into.db"));
	struct err err = { 0 };

	assert_false(store_merge(place(f, "into.db"), others, 2, &err));
	if (!strstr(err.text, part) || strchr(err.text, '\n'))
		fail_msg("unexpected message: %s", err.text);
	assert_same(f, part, before, dump(f, place(f, "into.db")));
}

static void change_file(struct fixture *f, const char *name, size_t at, size_t length)
{
	size_t size;
	char *bytes;

	copy(f, place(f, "good.db"), place(f, name));
	assert_true(file_read(&f->arena, place(f, name), 0, &bytes, &size, NULL));
	assert_true(at + length < size);
	memset(bytes + at, 0xa5, length);
	assert_true(file_write(place(f, name), bytes, size, NULL));
}

static void test_refused(void **state)
{
	struct fixture *f = *state;
	struct store *store;

	add_part(f, place(f, "into.db"), "one", 100, "a.c", "one");
	add_part(f, place(f, "good.db"), "two", 200, "a.c", "two");
	assert_refused(f, place(f, "missing.db"), "no database");
	assert_refused(f, place(f, "into.db"), "into itself");
	assert_true(file_write(place(f, "text.db"), "no database at all", 18, NULL));
	assert_refused(f, place(f, "text.db"), "is not a snag database");
	change_file(f, "torn.db", 6 * 4096, 40960);
	assert_refused(f, place(f, "torn.db"), "torn.db");
	for (int version = 1; version < 1000; version += 998) {
		copy(f, place(f, "good.db"), place(f, "version.db"));
		store = open_store(place(f, "version.db"));
		assert_true(store_exec(store, arena_printf(&f->arena, "PRAGMA user_version = %d", version), NULL));
		store_close(store);
		assert_refused(f, place(f, "version.db"), version == 1 ? "of an older snag" : "use a newer snag");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_parts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_orders, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
