/* Memory that holds readings of clocks, or is counted up, anywhere in the program. */
#include "rules/clock.h"
#include "rules/trace.h"

#include <string.h>

/* Whether the value stored is what stood there, moved by a constant. */
static bool counts(const struct function *function, const Fact__Event *event)
{
	const Fact__Origin *value = origin_of(function, origin_bare(function, event->value->origin));
	const Fact__Origin *left, *right;

	if (value->kind != FACT__ORIGIN_KIND__ORIGIN_BINARY || value->op != FACT__OP__OP_ADD)
		return false;
	left = origin_of(function, origin_bare(function, value->args[0]));
	right = origin_of(function, origin_bare(function, value->args[1]));
	return right->kind == FACT__ORIGIN_KIND__ORIGIN_INT && left->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD &&
	       left->args[0] == event->target->origin;
}

/* No element of an array and no part of a union: those have one name for many things. */
static bool is_plain_place(const struct function *function, uint32_t address)
{
	for (size_t left = function->facts->n_origins; left--;) {
		const Fact__Origin *at = origin_of(function, address);

		if (at->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT)
			return false;
		if (at->kind != FACT__ORIGIN_KIND__ORIGIN_FIELD)
			return true;
		if (function->unit->records[at->record]->is_union)
			return false;
		address = at->args[0];
	}
	return false;
}

static void note_store(const struct program *program, const struct function *function, const Fact__Event *event,
		       bool near, struct arena *arena, struct clock_places *places)
{
	bool counter = counts(function, event);
	struct ingredients found = { 0 };
	const char *key;

	if (!counter && !near)
		return;
	key = values_place_key(program, function, event->target->origin, arena);
	if (!key[0] || !strncmp(key, "local ", 6))
		return;
	if (counter) {
		names_add(&places->counters, key);
		return;
	}
	clock_add(program, NULL, function, event->value->origin, false, UINT32_MAX, arena, &found);
	if (found.clock && !found.counter && !found.random && is_plain_place(function, event->target->origin))
		names_add(&places->clocks, key);
}

/* A place that holds other values, too, tells nothing. */
static void note_other(const struct program *program, const struct function *function, const Fact__Event *event,
		       struct arena *arena, struct clock_places *places)
{
	const char *key = values_place_key(program, function, event->target->origin, arena);
	struct ingredients found = { 0 };

	if (!key[0] || names_find(&places->clocks, key) == NAMES_NONE ||
	    origin_of(function, event->value->origin)->kind == FACT__ORIGIN_KIND__ORIGIN_INT)
		return;
	clock_add(program, NULL, function, event->value->origin, false, UINT32_MAX, arena, &found);
	if (!found.clock)
		names_add(&places->others, key);
}

/* Whether the function calls a clock by itself. */
static bool reads_clock(const struct program *program, const struct function *function)
{
	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &program->calls.items[function->calls.items[i]];

		if (call->library && model_trait(call->library, TRAIT_CLOCK))
			return true;
	}
	return false;
}

/* Itself, or by a function that it calls: further away than that a stored reading is not looked for. */
static bool near_clock(const struct program *program, const struct function *function, const bool *reads)
{
	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &program->calls.items[function->calls.items[i]];

		if (call->target != UINT32_MAX && reads[call->target])
			return true;
	}
	return reads[function->id];
}

static const Fact__Event *number_store(const struct function *function, size_t index)
{
	const Fact__Event *event = function->facts->events[index];
	const Fact__Type *type =
		event->kind == FACT__EVENT_KIND__EVENT_STORE ? origin_type(function, event->value->origin) : NULL;

	if (!type || type->size < 2 ||
	    (type->kind != FACT__TYPE_KIND__TYPE_INT && type->kind != FACT__TYPE_KIND__TYPE_FLOAT))
		return NULL;
	return event;
}

void clock_find_places(const struct program *program, struct arena *arena, struct clock_places *places)
{
	bool *reads = arena_array(arena, bool, program->functions.len);

	for (size_t f = 0; f < program->functions.len; f++)
		reads[f] = reads_clock(program, &program->functions.items[f]);
	for (int others = 0; others < 2; others++)
		for (size_t f = 0; f < program->functions.len; f++) {
			const struct function *function = &program->functions.items[f];
			bool near = near_clock(program, function, reads);

			for (size_t e = 0; e < function->facts->n_events; e++) {
				const Fact__Event *event = number_store(function, e);

				if (event && others && places->clocks.len)
					note_other(program, function, event, arena, places);
				else if (event && !others)
					note_store(program, function, event, near, arena, places);
			}
		}
}

void clock_places_release(struct clock_places *places)
{
	names_release(&places->clocks);
	names_release(&places->others);
	names_release(&places->counters);
}
