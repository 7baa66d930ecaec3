/* One run of `snag check`, step by step. */
#include "driver/check.h"

#include "base/clock.h"
#include "driver/build.h"
#include "driver/configure.h"
#include "driver/context.h"
#include "driver/inline.h"
#include "driver/owners.h"
#include "driver/scan.h"
#include "driver/stored.h"
#include "store/upkeep.h"

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

static bool keep(struct arena *arena, const struct check_options *options, const struct stored_run *run,
		 struct check_result *result, struct err *err)
{
	struct owners owners;
	struct store *store;
	bool ok;

	if (!owners_read(arena, options->root, &owners, err) || !store_open(options->database, &store, err))
		return false;
	ok = store_run(store, arena, run, &result->closed, err) && store_set_owners(store, owners_of, &owners, err);
	result->remote = store_remote(store);
	store_close(store);
	return ok;
}

/* One run, from what was scanned. */
struct run {
	struct arena *arena;
	const struct check_options *options;
	const struct scanned *scanned;
	const struct build *build; /* NULL: nobody told us what was linked */
	struct program_set programs;
	int64_t started_at, start; /* seconds since 1970; milliseconds of the monotonic clock */
};

static struct run run_begin(struct arena *arena, const struct check_options *options)
{
	return (struct run){ .arena = arena, .options = options, .started_at = (int64_t)time(NULL),
			     .start = clock_monotonic_ms() };
}

static void find_programs(struct run *run)
{
	const struct scanned *scanned = run->scanned;
	const char *root = run->options->root;

	if (run->build)
		programs_given(run->arena, scanned->facts, scanned->count, run->build->linked.items,
			       run->build->linked.len, root, &run->programs);
	else
		programs_guess(run->arena, scanned->facts, scanned->count, run->options->all_one_program, root,
			       &run->programs);
}

/* Facts to programs to findings, and what each step costs. One program after the other: linked ones are large. */
static void judge(struct run *run, struct check_result *result)
{
	const struct check_options *options = run->options;
	struct engine_options rules = { options->rules, options->rule_count, options->root, options->configs,
					options->rules_by_name };
	int64_t start = clock_processor_ms();

	find_programs(run);
	for (size_t i = 0; i < run->programs.programs.len; i++) {
		struct program *program = run->programs.programs.items[i];
		int64_t linked;

		program_link(program);
		linked = clock_processor_ms();
		engine_run(run->arena, program, &rules, &result->findings);
		program_unlink(program);
		result->link_cpu_ms += linked - start;
		start = clock_processor_ms();
		result->rules_cpu_ms += start - linked;
	}
	findings_finish(run->arena, &result->findings);
}

static bool finish(struct run *run, struct check_result *result, struct err *err)
{
	struct inline_markers markers = { 0 };
	struct names threaded = { 0 };
	struct stored_run stored;
	bool ok = configure_units(run->arena, run->options, run->scanned, &threaded, &run->programs, err);

	if (!ok)
		goto out;
	judge(run, result);
	inline_apply(run->arena, run->scanned, &run->programs, run->options, &result->findings, &markers);
	context_find(result->findings.all.items, result->findings.all.len);
	stored_run_make(run->arena, run->options, run->scanned, &run->programs, &result->findings, run->started_at,
			&stored);
	stored.markers = markers.all.items;
	stored.marker_count = markers.all.len;
	stored.ms = clock_monotonic_ms() - run->start;
	ok = keep(run->arena, run->options, &stored, result, err);
	for (size_t i = 0; i < run->scanned->count; i++)
		vec_push(run->arena, &result->units, run->scanned->units[i]);
	result->program_count = run->programs.programs.len;
	result->ms = clock_monotonic_ms() - run->start;
	programs_release(&run->programs);
out:
	names_release(&threaded);
	return ok;
}

bool check_run(struct arena *arena, const struct commands *commands, const struct check_options *options,
	       struct check_result *result, struct err *err)
{
	struct run run = run_begin(arena, options);
	struct scanned scanned;

	*result = (struct check_result){ 0 };
	run.scanned = &scanned;
	return try_database(options->database, err) && scan_commands(arena, commands, options, &scanned, err) &&
	       finish(&run, result, err);
}

bool check_build(struct arena *arena, const struct build *build, const struct check_options *options,
		 struct check_result *result, struct err *err)
{
	struct run run = run_begin(arena, options);

	*result = (struct check_result){ 0 };
	run.build = build;
	run.scanned = &build->scanned;
	return finish(&run, result, err);
}
