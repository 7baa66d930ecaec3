/* One run of `snag check`, step by step. */
#include "driver/check.h"

#include "driver/scan.h"
#include "driver/stored.h"

#include <time.h>

/* Before minutes of scanning: can the result be kept at all? No connection may be open while processes are started. */
static bool try_database(const char *path, struct err *err)
{
	struct store *store;

	if (!store_open(path, &store, err))
		return false;
	store_close(store);
	return true;
}

static bool keep(const char *path, const struct stored_run *run, char uuid[37], struct err *err)
{
	struct store *store;
	bool ok;

	if (!store_open(path, &store, err))
		return false;
	ok = store_run(store, run, uuid, err);
	store_close(store);
	return ok;
}

static int64_t clock_ms(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Facts to programs to findings, and what each step costs. */
static void judge(struct arena *arena, const struct scanned *scanned, const struct check_options *options,
		  struct program_set *programs, struct check_result *result)
{
	struct engine_options rules = { options->rules, options->rule_count, options->root, options->libc };
	int64_t start = clock_ms(CLOCK_PROCESS_CPUTIME_ID), linked;

	program_link_all(arena, scanned->facts, scanned->count, options->all_one_program, options->root, programs);
	linked = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
	engine_run(arena, programs, &rules, &result->findings);
	result->link_cpu_ms = linked - start;
	result->rules_cpu_ms = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - linked;
}

bool check_run(struct arena *arena, const struct commands *commands, const struct check_options *options,
	       struct check_result *result, struct err *err)
{
	int64_t started_at = (int64_t)time(NULL), start = clock_ms(CLOCK_MONOTONIC);
	struct program_set programs = { 0 };
	struct scanned scanned;
	struct stored_run run;
	bool ok;

	*result = (struct check_result){ 0 };
	if (!try_database(options->database, err) || !scan_commands(arena, commands, options, &scanned, err))
		return false;
	judge(arena, &scanned, options, &programs, result);
	stored_run_make(arena, options, &scanned, &programs, &result->findings, started_at, &run);
	ok = keep(options->database, &run, result->run, err);

	for (size_t i = 0; i < scanned.count; i++)
		vec_push(arena, &result->units, scanned.units[i]);
	result->program_count = programs.programs.len;
	result->ms = clock_ms(CLOCK_MONOTONIC) - start;
	program_release(&programs);
	return ok;
}
