/* Makes the project, changes it, and words what a run finds in it. */
#include "bench/scale/world.h"

#include <stdlib.h>

#define FUNCTIONS_PER_UNIT 9
#define SPOTS_PER_FUNCTION 10
#define SPOTS_PER_HEADER 5 /* seen from two units each: 100 occurrences a unit */
#define UNITS_PER_PROGRAM 10
#define RULE_COUNT 12

static const struct rule_info rules[RULE_COUNT] = {
	{ .id = "bench-a", .level = LEVEL_ERROR, .whole_program = true, .revision = 1 },
	{ .id = "bench-b", .level = LEVEL_ERROR, .whole_program = true, .revision = 1 },
	{ .id = "bench-c", .level = LEVEL_WARNING, .whole_program = true, .revision = 1 },
	{ .id = "bench-d", .level = LEVEL_WARNING, .whole_program = true, .revision = 1 },
	{ .id = "bench-e", .level = LEVEL_WARNING, .revision = 1 },
	{ .id = "bench-f", .level = LEVEL_WARNING, .revision = 1 },
	{ .id = "bench-g", .level = LEVEL_WARNING, .revision = 1 },
	{ .id = "bench-h", .level = LEVEL_WARNING, .revision = 1 },
	{ .id = "bench-i", .level = LEVEL_ERROR, .revision = 1 },
	{ .id = "bench-j", .level = LEVEL_NOTE, .revision = 1 },
	{ .id = "bench-k", .level = LEVEL_NOTE, .revision = 1 },
	{ .id = "bench-l", .level = LEVEL_NOTE, .revision = 1 },
};

/* The last two of a function are spelled alike: only their order tells them apart. */
static void add_function(struct world *world, uint32_t unit, bool in_header, uint32_t spot_count)
{
	struct function function = { .unit = unit, .in_header = in_header };

	for (uint32_t i = 0; i < spot_count; i++) {
		if (i + 1 < spot_count || in_header)
			world->next_statement++;
		hvec_push(&function.spots, (struct spot){ world->next_statement, world->next_statement % RULE_COUNT });
	}
	hvec_push(&world->functions, function);
}

void world_make(struct world *world, uint32_t occurrences)
{
	*world = (struct world){ .unit_count = occurrences / 100 + !(occurrences / 100) };
	world->renamed = xmalloc(world->unit_count * sizeof *world->renamed);
	for (uint32_t unit = 0; unit < world->unit_count; unit++) {
		world->renamed[unit] = 0;
		add_function(world, unit, true, SPOTS_PER_HEADER);
		for (uint32_t i = 0; i < FUNCTIONS_PER_UNIT; i++)
			add_function(world, unit, false, SPOTS_PER_FUNCTION);
	}
}

void world_release(struct world *world)
{
	for (size_t i = 0; i < world->functions.len; i++)
		hvec_free(&world->functions.items[i].spots);
	hvec_free(&world->functions);
	free(world->renamed);
}

static void add_spot(struct world *world, struct function *function)
{
	world->next_statement++;
	hvec_push(&function->spots, (struct spot){ world->next_statement, world->next_statement % RULE_COUNT });
}

static void remove_spot(struct function *function, size_t at)
{
	for (size_t i = at; i + 1 < function->spots.len; i++)
		function->spots.items[i] = function->spots.items[i + 1];
	function->spots.len--;
}

/*
 * No function is changed twice in one step: one that goes and one that comes
 * would look like one that was edited. Nor is one whose file is renamed: there
 * an edited one counts as new.
 */
struct step_counts world_step(struct world *world)
{
	struct step_counts counts = { 0 };
	size_t count = world->functions.len, offset = world->run * 7u;
	uint32_t moving;

	world->run++;
	world->shift++;
	moving = world->run * 13u % world->unit_count;
	world->renamed[moving]++;
	for (size_t i = 0; i < count; i++) {
		struct function *function = &world->functions.items[i];
		size_t turn = (i + offset) % 60;

		if (function->in_header || function->unit == moving)
			continue;
		if (turn == 0) {
			add_spot(world, function);
			counts.added++;
		} else if (turn == 20 && function->spots.len > 2) {
			remove_spot(function, world->run % (function->spots.len - 2));
			counts.removed++;
		} else if (turn == 40 && function->spots.len > 2) {
			function->spots.items[world->run % (function->spots.len - 2)].statement = ++world->next_statement;
			counts.edited++;
		}
	}
	return counts;
}

size_t world_findings(const struct world *world)
{
	size_t count = 0;

	for (size_t i = 0; i < world->functions.len; i++)
		count += world->functions.items[i].spots.len;
	return count;
}

static const char *unit_path(const struct world *world, struct arena *arena, uint32_t unit)
{
	return arena_printf(arena, "src/part%u/unit%u_%u.c", unit % 16, unit, world->renamed[unit]);
}

static const char *program_of(struct arena *arena, uint32_t unit)
{
	return arena_printf(arena, "program%u", unit / UNITS_PER_PROGRAM);
}

static struct finding *new_finding(const struct world *world, struct arena *arena, size_t index, size_t at,
				   uint32_t unit)
{
	const struct function *function = &world->functions.items[index];
	const struct spot *spot = &function->spots.items[at];
	struct finding *f = arena_new(arena, struct finding);
	const char *file = function->in_header ? arena_printf(arena, "include/part%u.h", function->unit) :
						 unit_path(world, arena, function->unit);
	uint32_t line = world->shift + (uint32_t)(index % (FUNCTIONS_PER_UNIT + 1)) * 200 + (uint32_t)at * 7 + 1;

	*f = (struct finding){ .rule = &rules[spot->rule], .level = rules[spot->rule].level,
			       .confidence = CONFIDENCE_LIKELY, .place = { file, line, 9, line, 40 }, .path = file,
			       .function = arena_printf(arena, "part_%zu_handle", index), .subject = "setenv",
			       .statement = arena_printf(arena, "setenv ( names [ %u ] , value , 1 )", spot->statement),
			       .macro = "", .fix = "pass the value as an argument",
			       .context = (uint64_t)spot->statement << 32 | (uint32_t)(spot->statement * 2654435761u),
			       .unit = unit_path(world, arena, unit), .unit_configuration = "" };
	f->message = arena_printf(arena, "'setenv' in '%s' writes the environment while other threads may read it",
				  f->function);
	fingerprint(&(struct fingerprint_parts){ f->rule->id, f->path, f->function, f->subject, f->statement }, &f->id);
	if (f->rule->whole_program) {
		vec_push(arena, &f->programs, program_of(arena, unit));
		vec_push(arena, &f->steps, (struct step){ { file, line > 5 ? line - 5 : 1, 2, line, 9 }, "thread started here" });
		vec_push(arena, &f->steps, (struct step){ f->place, "written here" });
	}
	return f;
}

static void see_units(const struct world *world, struct arena *arena, struct stored_run *run)
{
	struct stored_unit *units = arena_array(arena, struct stored_unit, world->unit_count);
	uint32_t program_count = (world->unit_count + UNITS_PER_PROGRAM - 1) / UNITS_PER_PROGRAM;
	struct stored_program *programs = arena_array(arena, struct stored_program, program_count);

	for (uint32_t i = 0; i < world->unit_count; i++)
		units[i] = (struct stored_unit){ .main_file = unit_path(world, arena, i), .configuration = "",
						 .status = "ok", .input_hash = arena_printf(arena, "%u.%u", i, world->run) };
	for (uint32_t p = 0; p < program_count; p++) {
		uint32_t first = p * UNITS_PER_PROGRAM, left = world->unit_count - first;
		uint32_t count = left < UNITS_PER_PROGRAM ? left : UNITS_PER_PROGRAM;
		const char **paths = arena_array(arena, const char *, count);
		const char **configurations = arena_array(arena, const char *, count);

		for (uint32_t i = 0; i < count; i++) {
			paths[i] = units[first + i].main_file;
			configurations[i] = "";
		}
		programs[p] = (struct stored_program){ program_of(arena, first), "exe", true, paths, configurations, count };
	}
	run->units = units;
	run->unit_count = world->unit_count;
	run->programs = programs;
	run->program_count = program_count;
}

/* Names that units had before: files that are not there any more. */
static void see_gone(const struct world *world, struct arena *arena, struct stored_run *run)
{
	VEC(const char *) gone = { 0 };

	for (uint32_t unit = 0; unit < world->unit_count; unit++)
		if (world->renamed[unit])
			vec_push(arena, &gone, arena_printf(arena, "src/part%u/unit%u_%u.c", unit % 16, unit,
							    world->renamed[unit] - 1));
	run->gone = gone.items;
	run->gone_count = gone.len;
}

static void see_findings(const struct world *world, struct arena *arena, struct stored_run *run)
{
	VEC(struct finding *) findings = { 0 };

	for (size_t i = 0; i < world->functions.len; i++) {
		const struct function *function = &world->functions.items[i];
		uint32_t next = (function->unit + 1) % world->unit_count;

		for (size_t at = 0; at < function->spots.len; at++) {
			vec_push(arena, &findings, new_finding(world, arena, i, at, function->unit));
			if (function->in_header && next != function->unit)
				vec_push(arena, &findings, new_finding(world, arena, i, at, next));
		}
	}
	run->findings = findings.items;
	run->finding_count = findings.len;
}

struct stored_run world_see(const struct world *world, struct arena *arena)
{
	const struct rule_info **list = arena_array(arena, const struct rule_info *, RULE_COUNT);
	struct stored_run run = { .tool_version = "bench", .config_hash = "", .branch = "main",
				  .commit = arena_printf(arena, "%040x", world->run),
				  .started_at = 1700000000 + world->run * 86400, .closed_at = 1700000100 + world->run * 86400,
				  .whole_build = true, .rules = list, .rule_count = RULE_COUNT };

	for (size_t i = 0; i < RULE_COUNT; i++)
		list[i] = &rules[i];
	see_units(world, arena, &run);
	see_gone(world, arena, &run);
	see_findings(world, arena, &run);
	return run;
}
