/* Ends of automatic storage on the paths of its function, and local objects that own memory. */
#include "rules/storage.h"

#include "rules/trace.h"

#include <string.h>

/* Whether anything is called behind the point: only then somebody may look. */
static bool calls_behind(const struct function *function, uint32_t block, uint32_t before, struct arena *arena)
{
	const Fact__Function *facts = function->facts;
	bool *seen = arena_array(arena, bool, facts->n_blocks);
	VEC(uint32_t) todo = { 0 };

	vec_push(arena, &todo, block);
	for (size_t i = 0; i < todo.len; i++) {
		const Fact__Block *at = facts->blocks[todo.items[i]];

		for (uint32_t e = i ? at->first_event : before; e < at->first_event + at->event_count; e++)
			if (facts->events[e]->kind == FACT__EVENT_KIND__EVENT_CALL)
				return true;
		for (size_t k = 0; k < at->n_edges; k++) {
			if (!seen[at->edges[k]->to])
				vec_push(arena, &todo, at->edges[k]->to);
			seen[at->edges[k]->to] = true;
		}
	}
	return false;
}

/* Whether the object's block ends, and the function goes on. */
static bool block_ends(const struct path_query *query, uint32_t origin, struct arena *arena)
{
	const struct function *function = query->function;
	const Fact__Origin *at = origin_of(function, origin);
	const Fact__Object *object;

	if (at->kind != FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		return false;
	object = function->facts->objects[at->number];
	for (size_t i = 0; i < object->n_ended_in; i++)
		if (path_reaches_point(query, object->ended_in[i], object->ended_before[i]) &&
		    calls_behind(function, object->ended_in[i], object->ended_before[i], arena))
			return true;
	return false;
}

bool storage_ends(const struct path_query *query, uint32_t origin, struct arena *arena)
{
	return (!query->function->is_main && path_reaches_return(query)) || block_ends(query, origin, arena);
}

/* --- objects that own memory ------------------------------------------------------------------------ */

static bool is_method_beside(const char *callee, const char *element)
{
	const char *end = strrchr(element, ':');

	return end && !strncmp(callee, element, (size_t)(end + 1 - element)) && !model_trait(callee, TRAIT_GIVES_UP);
}

/* Whether the object is handed to others, who may take what it owns, or gives it up itself. */
static bool gives_away(const struct program *program, const struct function *function, uint32_t object,
		       const char *element)
{
	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		const Fact__Event *event = function->facts->events[e];
		const char *callee = program_library_callee(program, function, e);

		for (size_t a = 0; event->kind == FACT__EVENT_KIND__EVENT_CALL && a < event->n_args; a++)
			if (origin_bare(function, event->args[a]->origin) == object &&
			    (a || !callee || !is_method_beside(callee, element)))
				return true;
	}
	return false;
}

const Fact__Object *storage_owner(const struct program *program, const struct function *function, uint32_t address,
				  uint32_t *origin)
{
	uint32_t result = origin_root(function, address);
	const char *callee = result_of(program, function, result);
	const struct model_trait *element = callee ? model_trait(callee, TRAIT_ELEMENT) : NULL;
	const Fact__Event *call = element ? function->facts->events[origin_of(function, result)->number] : NULL;
	const Fact__Type *type;

	if (!call || element->a < 0 || (size_t)element->a >= call->n_args)
		return NULL;
	*origin = origin_bare(function, call->args[element->a]->origin);
	if (origin_of(function, *origin)->kind != FACT__ORIGIN_KIND__ORIGIN_LOCAL ||
	    gives_away(program, function, *origin, callee))
		return NULL;
	type = function->unit->types[function->facts->objects[origin_of(function, *origin)->number]->type];
	return type->kind == FACT__TYPE_KIND__TYPE_RECORD ?
		       function->facts->objects[origin_of(function, *origin)->number] :
		       NULL;
}
