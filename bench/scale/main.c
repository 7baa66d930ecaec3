/* snag-bench-scale: whether the findings database stays fast with a million occurrences over fifty runs. */
#include "base/files.h"
#include "base/subprocess.h"
#include "bench/scale/measure.h"
#include "bench/scale/world.h"
#include "store/query.h"
#include "store/state.h"
#include "store/upkeep.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_HOLDS, EXIT_MISSED, EXIT_TROUBLE };
#define MARK_COUNT 3

struct bench {
	const char *snag, *folder, *database;
	uint32_t occurrences, runs, rounds;
	bool judge; /* by the clock too */
	bool missed;
	struct arena arena;
	struct world world;
	char uuids[2][37]; /* of the run before, and the last one */
	struct step_counts step;
	struct err err;
};

/* CPU times in seconds, the least of some rounds. */
struct times {
	uint32_t runs;
	int64_t rows;
	double group_by, state, gate, diff, query;
};

static void row(struct bench *bench, const char *what, const char *measured, const char *demand, bool holds)
{
	printf("| %s | %s | %s | %s |\n", what, measured, demand, demand[0] ? holds ? "holds" : "MISSED" : "");
	if (demand[0] && !holds)
		bench->missed = true;
}

/* `limit` 0: only reported. */
static void row_ratio(struct bench *bench, const char *what, double value, double limit)
{
	bool judged = limit > 0 && bench->judge;

	row(bench, what, arena_printf(&bench->arena, "%.2f", value),
	    judged ? arena_printf(&bench->arena, "at most %g", limit) : "", value <= limit);
}

static void row_seconds(struct bench *bench, const char *what, double seconds)
{
	row(bench, what, arena_printf(&bench->arena, "%.3f s", seconds), "", true);
}

static bool open_read(struct bench *bench, struct store **store)
{
	return store_open_read(bench->database, store, &bench->err);
}

static bool find_run(struct bench *bench, struct store *store, const char *uuid, int64_t *id)
{
	struct run_row run;
	bool found;

	if (!store_find_run(store, &bench->arena, uuid, &run, &found, &bench->err))
		return false;
	*id = run.id;
	return found || err_set(&bench->err, "the run '%s' is not there", uuid);
}

static size_t count_state(const struct closed_run *closed, enum finding_state state)
{
	return closed->counts[state][LEVEL_NOTE] + closed->counts[state][LEVEL_WARNING] +
	       closed->counts[state][LEVEL_ERROR];
}

/* What the world did is what the run has to say. */
static bool check_counts(struct bench *bench, const struct closed_run *closed)
{
	const struct step_counts *step = &bench->step;
	size_t fresh = closed->compared ? step->added : world_findings(&bench->world);
	size_t known = world_findings(&bench->world) - fresh - step->edited;

	return (count_state(closed, STATE_NEW) == fresh && count_state(closed, STATE_EDITED) == step->edited &&
		count_state(closed, STATE_FIXED) == step->removed &&
		count_state(closed, STATE_PERSISTING) == known) ||
	       err_set(&bench->err,
		       "run %u has %zu new, %zu edited, %zu fixed, %zu known; it should have %zu, %zu, %zu, %zu",
		       bench->world.run, count_state(closed, STATE_NEW), count_state(closed, STATE_EDITED),
		       count_state(closed, STATE_FIXED), count_state(closed, STATE_PERSISTING), fresh, step->edited,
		       step->removed, known);
}

/* Stores the world as it is; `seconds` gets the CPU time of that. */
static bool store_world(struct bench *bench, const char *database, double *seconds)
{
	struct arena arena = { 0 };
	struct stored_run run = world_see(&bench->world, &arena);
	struct closed_run closed;
	struct store *store = NULL;
	double start;
	bool ok = store_open(database, &store, &bench->err);

	start = cpu_own();
	ok = ok && store_run(store, &arena, &run, &closed, &bench->err);
	*seconds = cpu_own() - start;
	store_close(store);
	ok = ok && check_counts(bench, &closed);
	if (ok) {
		memcpy(bench->uuids[0], bench->uuids[1], sizeof bench->uuids[0]);
		memcpy(bench->uuids[1], closed.uuid, sizeof bench->uuids[1]);
	}
	arena_release(&arena);
	return ok;
}

/* Every finding of either run has a state, and as many are new as the world says. */
static bool time_state(struct bench *bench, const int64_t ids[2], double *seconds)
{
	struct arena arena = { 0 };
	struct comparison comparison;
	struct store *store = NULL;
	size_t news = 0;
	double start;
	bool ok = open_read(bench, &store);

	start = cpu_own();
	ok = ok && store_compare(store, &arena, ids[1], ids[0], &comparison, &bench->err);
	*seconds = cpu_own() - start;
	for (size_t i = 0; ok && i < comparison.all.len; i++)
		news += state_is_new(comparison.all.items[i].state);
	if (ok && news != bench->step.added + bench->step.edited)
		ok = err_set(&bench->err, "%zu findings are new, not %zu", news, bench->step.added + bench->step.edited);
	store_close(store);
	arena_release(&arena);
	return ok;
}

static bool skip_row(void *data, const char *const *names, const struct query_cell *cells, size_t count)
{
	(void)names;
	(void)cells;
	(void)count;
	++*(size_t *)data;
	return true;
}

static bool time_view(struct bench *bench, double *seconds)
{
	struct query query = { .view = "new", .seconds = 600 };
	struct store *store = NULL;
	size_t rows = 0;
	double start;
	bool ok = open_read(bench, &store);

	start = cpu_own();
	ok = ok && store_query(store, &query, skip_row, &rows, &bench->err);
	*seconds = cpu_own() - start;
	store_close(store);
	return ok;
}

/* A whole process, git and all; its output is read and counted, and nothing else. */
static bool time_command(struct bench *bench, const char *command, const char *const *words, size_t count,
			 int wanted, double *seconds)
{
	char *argv[12] = { strdup(bench->snag), strdup(command), strdup("--db"), strdup(bench->database),
			   strdup("--root"), strdup(bench->folder) };
	struct subprocess process;
	double start = cpu_children();
	char bytes[65536];
	int status;

	for (size_t i = 0; i < count; i++)
		argv[6 + i] = strdup(words[i]);
	if (!subprocess_start(&process, argv, &bench->err))
		return false;
	while (read(process.from, bytes, sizeof bytes) > 0)
		;
	status = subprocess_wait(&process);
	*seconds = cpu_children() - start;
	for (size_t i = 0; argv[i]; i++)
		free(argv[i]);
	return (WIFEXITED(status) && WEXITSTATUS(status) == wanted) ||
	       err_set(&bench->err, "'snag %s' ended with %#x", command, (unsigned)status);
}

static bool measure_once(struct bench *bench, struct times *times)
{
	const char *const gate[] = { "-q", "--base", bench->uuids[0] }, *const diff[] = { bench->uuids[0], bench->uuids[1] };
	struct store *store = NULL;
	int64_t ids[2];
	double seconds;
	bool ok = open_read(bench, &store) && find_run(bench, store, bench->uuids[0], &ids[0]) &&
		  find_run(bench, store, bench->uuids[1], &ids[1]);

	store_close(store);
	if (!ok || !bare_group_by(bench->database, ids[1], ids[0], &times->rows, &seconds, &bench->err))
		return false;
	times->group_by = fmin(times->group_by, seconds);
	if (!time_state(bench, ids, &seconds))
		return false;
	times->state = fmin(times->state, seconds);
	if (!time_command(bench, "gate", gate, 3, 1, &seconds))
		return false;
	times->gate = fmin(times->gate, seconds);
	if (!time_command(bench, "diff", diff, 2, 0, &seconds))
		return false;
	times->diff = fmin(times->diff, seconds);
	if (!time_view(bench, &seconds))
		return false;
	times->query = fmin(times->query, seconds);
	return true;
}

static bool measure(struct bench *bench, struct times *times)
{
	*times = (struct times){ bench->world.run, 0, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL };
	for (uint32_t i = 0; i < bench->rounds; i++)
		if (!measure_once(bench, times))
			return false;
	return true;
}

static bool fill(struct bench *bench, struct times marks[MARK_COUNT])
{
	uint32_t at[MARK_COUNT] = { bench->runs / 10 > 2 ? bench->runs / 10 : 2, bench->runs / 2, bench->runs };
	double seconds;

	world_make(&bench->world, bench->occurrences);
	for (uint32_t run = 1, mark = 0; run <= bench->runs; run++) {
		bench->step = world_step(&bench->world);
		if (run == 1)
			bench->step = (struct step_counts){ 0 };
		if (!store_world(bench, bench->database, &seconds))
			return false;
		if (run >= at[mark] && !measure(bench, &marks[mark++]))
			return false;
	}
	return true;
}

static void report_times(struct bench *bench, const struct times marks[MARK_COUNT])
{
	const struct times *first = &marks[0], *last = &marks[MARK_COUNT - 1];

	for (size_t i = 0; i < MARK_COUNT; i++) {
		const struct times *t = &marks[i];
		const char *after = arena_printf(&bench->arena, "after %u runs", t->runs);

		row_seconds(bench, arena_printf(&bench->arena, "GROUP BY over two runs, %s", after), t->group_by);
		row_seconds(bench, arena_printf(&bench->arena, "states, %s", after), t->state);
		row_seconds(bench, arena_printf(&bench->arena, "`snag gate`, %s", after), t->gate);
		row_seconds(bench, arena_printf(&bench->arena, "`snag diff`, %s", after), t->diff);
		row_seconds(bench, arena_printf(&bench->arena, "v_new, %s", after), t->query);
		row_ratio(bench, arena_printf(&bench->arena, "states / GROUP BY, %s", after), t->state / t->group_by, 3);
		row_ratio(bench, arena_printf(&bench->arena, "`snag gate` / GROUP BY, %s", after), t->gate / t->group_by, 6);
		row_ratio(bench, arena_printf(&bench->arena, "`snag diff` / GROUP BY, %s", after), t->diff / t->group_by, 0);
		row_ratio(bench, arena_printf(&bench->arena, "v_new / GROUP BY, %s", after), t->query / t->group_by, 0);
	}
	row_ratio(bench, "growth of states from the first to the last mark", last->state / first->state, 1.25);
	row_ratio(bench, "growth of `snag gate`", last->gate / first->gate, 1.25);
}

#define UNCHANGED_RUNS 20

/* Runs that find what the run before found. */
static bool unchanged(struct bench *bench)
{
	int64_t before, after;
	double seconds = 0, least = HUGE_VAL;

	bench->step = (struct step_counts){ 0 };
	if (!store_world(bench, bench->database, &seconds) || !database_size(bench->database, &before, &bench->err))
		return false;
	for (int i = 0; i < UNCHANGED_RUNS; i++) {
		if (!store_world(bench, bench->database, &seconds))
			return false;
		least = fmin(least, seconds);
	}
	if (!database_size(bench->database, &after, &bench->err))
		return false;
	row(bench, "a run without changes adds",
	    arena_printf(&bench->arena, "%.0f bytes", (double)(after - before) / UNCHANGED_RUNS),
	    "at most 4096", after - before <= 4096 * UNCHANGED_RUNS);
	row_seconds(bench, "storing a run without changes", least);
	return true;
}

static bool collect_garbage(struct bench *bench)
{
	struct store *store = NULL;
	int64_t occurrences, before, after, removed;
	double start;
	bool ok = database_number(bench->database, "SELECT count(*) FROM occurrence", &occurrences, &bench->err) &&
		  database_size(bench->database, &before, &bench->err) &&
		  store_open(bench->database, &store, &bench->err);

	start = cpu_own();
	ok = ok && store_gc(store, 10, &removed, &bench->err);
	if (ok) {
		row(bench, "rows of occurrences", arena_printf(&bench->arena, "%lld", (long long)occurrences), "", true);
		row_seconds(bench, "`snag db gc` that keeps 10 runs", cpu_own() - start);
	}
	store_close(store);
	ok = ok && database_size(bench->database, &after, &bench->err);
	if (ok)
		row(bench, "size before and after it",
		    arena_printf(&bench->arena, "%.0f and %.0f MiB", (double)before / 1048576, (double)after / 1048576), "",
		    true);
	return ok;
}

static bool copy_database(struct bench *bench, const char *from, const char *to)
{
	char *bytes = NULL;
	size_t length = 0;
	int64_t size;

	return database_size(from, &size, &bench->err) &&
	       file_read(&bench->arena, from, 0, &bytes, &length, &bench->err) &&
	       file_write(to, bytes, length, &bench->err);
}

/* One run of the smaller world, against a bare insert of the rows that it brought. */
static bool ingest(struct bench *bench, const char *what, double limit)
{
	const char *database = path_join(&bench->arena, bench->folder, "ingest.db");
	const char *before = path_join(&bench->arena, bench->folder, "before.db");
	const char *copy = path_join(&bench->arena, bench->folder, "copy.db");
	double ours, bare, least = HUGE_VAL;
	int64_t rows = 0;

	if (!copy_database(bench, database, before) || !store_world(bench, database, &ours))
		return false;
	for (uint32_t i = 0; i < bench->rounds; i++) {
		if (!bare_insert(database, before, copy, &rows, &bare, &bench->err))
			return false;
		least = fmin(least, bare);
	}
	row_seconds(bench, arena_printf(&bench->arena, "storing %s (%lld rows)", what, (long long)rows), ours);
	row_seconds(bench, arena_printf(&bench->arena, "bare insert of the rows of %s", what), least);
	row_ratio(bench, arena_printf(&bench->arena, "storing / bare insert, %s", what), ours / least, limit);
	return true;
}

static bool ingests(struct bench *bench)
{
	const char *database = path_join(&bench->arena, bench->folder, "ingest.db");
	struct store *store = NULL;

	world_release(&bench->world);
	world_make(&bench->world, bench->occurrences / 2);
	bench->step = (struct step_counts){ 0 };
	if (!store_open(database, &store, &bench->err))
		return false;
	store_close(store);
	if (!ingest(bench, "a first run", 10))
		return false;
	bench->step = world_step(&bench->world);
	if (!ingest(bench, "a run in which every line moved", 10))
		return false;
	bench->step = world_step(&bench->world);
	return ingest(bench, "another one", 10);
}

static int run(struct bench *bench)
{
	struct times marks[MARK_COUNT];
	bool ok;

	bench->database = path_join(&bench->arena, bench->folder, "snag.db");
	printf("| what | measured | demand | verdict |\n| --- | --- | --- | --- |\n");
	ok = fill(bench, marks) && (report_times(bench, marks), unchanged(bench)) && collect_garbage(bench) &&
	     ingests(bench);
	world_release(&bench->world);
	if (!ok)
		fprintf(stderr, "snag-bench-scale: %s\n", bench->err.text);
	return ok ? bench->missed ? EXIT_MISSED : EXIT_HOLDS : EXIT_TROUBLE;
}

static int usage(FILE *out, int status)
{
	fputs("usage: snag-bench-scale [--occurrences N] [--runs N] [--rounds N] [--no-clock] SNAG\n\n"
	      "  --occurrences N  of each run, default 20000\n"
	      "  --runs N         default 50\n"
	      "  --rounds N       of each measurement, of which the least counts, default 7\n"
	      "  --no-clock       times are reported, not judged\n"
	      "  SNAG             the program whose gate and diff are measured\n\n"
	      "Its databases lie in a folder below TMPDIR that is gone in the end; a million occurrences take half a GiB.\n"
	      "Ends 0 where every demand holds, 1 where one is missed, 2 on trouble.\n",
	      out);
	return status;
}

/* False where the usage has to be told, with the status that then is right. */
static bool parse(struct bench *bench, int argc, char **argv, int *status)
{
	static const struct option options[] = { { "occurrences", required_argument, NULL, 'o' },
						 { "runs", required_argument, NULL, 'r' },
						 { "rounds", required_argument, NULL, 'n' },
						 { "no-clock", no_argument, NULL, 'c' },
						 { "help", no_argument, NULL, 'h' },
						 { 0 } };
	int option;

	*status = EXIT_TROUBLE;
	while ((option = getopt_long(argc, argv, "", options, NULL)) >= 0) {
		uint32_t number = optarg ? (uint32_t)strtoul(optarg, NULL, 10) : 0;

		if (option == 'o')
			bench->occurrences = number;
		else if (option == 'r')
			bench->runs = number;
		else if (option == 'n')
			bench->rounds = number;
		else if (option == 'c')
			bench->judge = false;
		else {
			*status = option == 'h' ? EXIT_HOLDS : EXIT_TROUBLE;
			return false;
		}
	}
	if (optind + 1 != argc || bench->occurrences < 200 || bench->runs < 4 || !bench->rounds)
		return false;
	bench->snag = argv[optind];
	return true;
}

int main(int argc, char **argv)
{
	struct bench bench = { .occurrences = 20000, .runs = 50, .rounds = 7, .judge = true };
	const char *parent = getenv("TMPDIR");
	char *folder;
	int status;

	if (!parse(&bench, argc, argv, &status))
		return usage(status == EXIT_HOLDS ? stdout : stderr, status);
	folder = arena_printf(&bench.arena, "%s/snag-scale-XXXXXX", parent && parent[0] ? parent : "/tmp");
	if (!mkdtemp(folder)) {
		perror("snag-bench-scale: mkdtemp");
		return EXIT_TROUBLE;
	}
	bench.folder = folder;
	status = run(&bench);
	folder_remove(folder);
	arena_release(&bench.arena);
	return status;
}
