/* Linking: the steps in their order, and the questions that need no search. */
#include "link/program.h"

#include "link/internal.h"
#include "link/locale.h"
#include "link/phase.h"
#include "model/models.h"

#include <string.h>

/* Stable: two of one name are one main file under two sets of flags, and stay in the order of the commands. */
static void sort_by_name(struct program_set *set)
{
	for (size_t i = 1; i < set->programs.len; i++) {
		struct program *program = set->programs.items[i];
		size_t at = i;

		for (; at && strcmp(set->programs.items[at - 1]->name, program->name) > 0; at--)
			set->programs.items[at] = set->programs.items[at - 1];
		set->programs.items[at] = program;
	}
}

static void found(struct program_set *set)
{
	sort_by_name(set);
	for (size_t i = 0; i < set->programs.len; i++)
		set->programs.items[i]->threaded_hosts = set->threaded_hosts;
}

void programs_guess(struct arena *arena, Fact__Unit *const *units, size_t count, bool all_one, const char *root,
		    struct program_set *set)
{
	guess_programs(arena, units, count, all_one, root, set);
	found(set);
}

void programs_given(struct arena *arena, Fact__Unit *const *units, size_t count, const struct linked *linked,
		    size_t linked_count, const char *root, struct program_set *set)
{
	given_programs(arena, units, count, linked, linked_count, root, set);
	found(set);
}

void programs_release(struct program_set *set)
{
	for (size_t i = 0; i < set->programs.len; i++) {
		program_unlink(set->programs.items[i]);
		map_release(&set->programs.items[i]->unit_index);
	}
	*set = (struct program_set){ 0 };
}

void program_link(struct program *program)
{
	program->arena = &program->own;
	symbols_resolve(program);
	places_index(program);
	callgraph_build(program);
	callgraph_refine(program);
	reach_loose(program);
	reach_returns(program);
	phase_compute(program);
	locale_compute(program);
}

/* Of what was linked, only what lies outside of the arena has to be given back by itself. */
void program_unlink(struct program *program)
{
	struct program bare = { .name = program->name,
				.kind = program->kind,
				.has_main = program->has_main,
				.threaded_hosts = program->threaded_hosts,
				.complete = program->complete,
				.units = program->units,
				.loaded = program->loaded,
				.unit_index = program->unit_index };

	if (!program->arena)
		return;
	locale_release(program);
	names_release(&program->values->places);
	arena_release(&program->own);
	*program = bare;
}

uint32_t program_unit(const struct program *program, const Fact__Unit *unit)
{
	const uint64_t *index = map_get(&program->unit_index, (uint64_t)(uintptr_t)unit);

	BUG_IF(!index);
	return (uint32_t)*index;
}

const struct function *program_function(const struct program *program, const Fact__Unit *unit, uint32_t symbol)
{
	uint32_t id = program->function_of_symbol[program_unit(program, unit)][symbol];

	return id == UINT32_MAX ? NULL : &program->functions.items[id];
}

const struct global *program_global(const struct program *program, const Fact__Unit *unit, uint32_t symbol)
{
	uint32_t id = program->global_of_symbol[program_unit(program, unit)][symbol];

	return id == UINT32_MAX ? NULL : &program->globals.items[id];
}

const struct call *program_calls_at(const struct program *program, const struct function *function, uint32_t event,
				    size_t *count)
{
	const struct call *calls = program->calls.items;
	size_t low = 0, high = function->calls.len, first;

	/* A function's calls are one stretch of the program's, in order of events. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (calls[function->calls.items[middle]].event < event)
			low = middle + 1;
		else
			high = middle;
	}
	first = low;
	while (low < function->calls.len && calls[function->calls.items[low]].event == event)
		low++;
	*count = low - first;
	return *count ? &calls[function->calls.items[first]] : NULL;
}

const char *program_library_callee(const struct program *program, const struct function *function, uint32_t event)
{
	const Fact__Event *call = function->facts->events[event];
	const Fact__Origin *callee;

	if (call->kind != FACT__EVENT_KIND__EVENT_CALL || !call->callee)
		return NULL;
	callee = call_callee(function->facts, call);
	if (callee->kind != FACT__ORIGIN_KIND__ORIGIN_FUNCTION)
		return NULL;
	return program->library_of_symbol[program_unit(program, function->unit)][callee->symbol];
}

bool program_returns(const struct program *program, const struct function *function)
{
	return program->returns[function->id / 64] >> (function->id % 64) & 1;
}

bool program_call_returns(const struct program *program, const struct function *function, uint32_t event)
{
	const Fact__Event *call = function->facts->events[event];
	const struct function *target;
	const Fact__Origin *callee;
	const char *library;

	if (call->kind != FACT__EVENT_KIND__EVENT_CALL || call->is_virtual)
		return true;
	callee = call_callee(function->facts, call);
	if (callee->kind != FACT__ORIGIN_KIND__ORIGIN_FUNCTION)
		return true;
	library = program_library_callee(program, function, event);
	if (library && model_trait(library, TRAIT_NORETURN))
		return false;
	target = program_function(program, function->unit, callee->symbol);
	return !target || program_returns(program, target);
}
