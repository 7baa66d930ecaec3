/* Which functions a pointer may point to, as far as types tell, and whose address is taken at all. */
#include "link/internal.h"

#include <string.h>

/* Integers and truth values convert silently: one class. */
static Fact__TypeKind kind_class(Fact__TypeKind kind)
{
	return kind == FACT__TYPE_KIND__TYPE_BOOL ? FACT__TYPE_KIND__TYPE_INT : kind;
}

static bool types_alike(const Fact__Unit *unit, uint32_t type, const Fact__Unit *other_unit, uint32_t other_type)
{
	const Fact__Type *one = unit->types[type], *other = other_unit->types[other_type];

	if (one->kind == FACT__TYPE_KIND__TYPE_UNKNOWN || other->kind == FACT__TYPE_KIND__TYPE_UNKNOWN)
		return true;
	if (kind_class(one->kind) != kind_class(other->kind))
		return false;
	if (one->kind == FACT__TYPE_KIND__TYPE_RECORD && one->record && other->record)
		return !strcmp(unit->records[one->record - 1]->key, other_unit->records[other->record - 1]->key);
	return one->kind == FACT__TYPE_KIND__TYPE_POINTER || !one->size || !other->size || one->size == other->size;
}

/* What the function type behind the callee's pointer returns; UINT32_MAX where it isn't told. */
static uint32_t returned_type(const Fact__Unit *unit, uint32_t callee_type)
{
	const Fact__Type *type = unit->types[callee_type];

	if (type->kind == FACT__TYPE_KIND__TYPE_POINTER && type->element)
		type = unit->types[type->element - 1];
	if (type->kind != FACT__TYPE_KIND__TYPE_FUNCTION || !type->element)
		return UINT32_MAX;
	return type->element - 1;
}

bool call_fits(const Fact__Unit *unit, const Fact__Event *event, const struct function *target)
{
	const Fact__Function *facts = target->facts;
	uint32_t returned = returned_type(unit, event->callee->type), object = brings_object(event, target);

	if (event->n_args + object != facts->parameter_count &&
	    !(facts->variadic && event->n_args > facts->parameter_count))
		return false;
	if (returned != UINT32_MAX && !types_alike(unit, returned, target->unit, facts->return_type))
		return false;
	for (size_t i = 0; i < event->n_args && i + object < facts->n_parameter_types; i++)
		if (!types_alike(unit, event->args[i]->type, target->unit, facts->parameter_types[i + object]))
			return false;
	return true;
}

bool functions_alike(const struct function *one, const struct function *other)
{
	if (one->facts->parameter_count != other->facts->parameter_count ||
	    one->facts->variadic != other->facts->variadic ||
	    !types_alike(one->unit, one->facts->return_type, other->unit, other->facts->return_type))
		return false;
	for (size_t i = 0; i < one->facts->n_parameter_types && i < other->facts->n_parameter_types; i++)
		if (!types_alike(one->unit, one->facts->parameter_types[i], other->unit,
				 other->facts->parameter_types[i]))
			return false;
	return true;
}

bool *address_taken(const struct program *program, struct arena *arena)
{
	bool *taken = arena_array(arena, bool, program->functions.len);

	for (size_t u = 0; u < program->units.len; u++) {
		const Fact__Unit *unit = program->units.items[u];
		const uint32_t *functions = program->function_of_symbol[u];

		for (size_t s = 0; s < unit->n_symbols; s++)
			if (unit->symbols[s]->address_taken && functions[s] != UINT32_MAX)
				taken[functions[s]] = true;
		for (size_t i = 0; i < unit->n_static_inits; i++) {
			const Fact__Origin *value = unit->static_inits[i]->value;

			if (value->kind == FACT__ORIGIN_KIND__ORIGIN_FUNCTION && functions[value->symbol] != UINT32_MAX)
				taken[functions[value->symbol]] = true;
		}
	}
	return taken;
}
