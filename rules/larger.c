/* Larger buffers, where both numbers stand there as such: not by a macro, not within a struct, not from malloc. */
#include "rules/larger.h"

#include "rules/trace.h"

#include <inttypes.h>

/* The number of elements of the array of bytes whose first one the operand points to. */
static const Fact__Extent *bound_of(const struct function *function, const Fact__Operand *buffer, uint64_t *count)
{
	const Fact__Origin *origin = origin_of(function, buffer->origin);
	const Fact__Unit *unit = function->unit;
	const Fact__Extent *bound = NULL;
	uint32_t type = 0;

	while (origin->kind == FACT__ORIGIN_KIND__ORIGIN_CAST ||
	       (origin->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT &&
		origin_of(function, origin->args[1])->kind == FACT__ORIGIN_KIND__ORIGIN_INT &&
		origin_of(function, origin->args[1])->number == 0))
		origin = origin_of(function, origin->args[0]);
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL) {
		bound = function->facts->objects[origin->number]->bound;
		type = function->facts->objects[origin->number]->type;
	} else if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL) {
		bound = unit->symbols[origin->symbol]->bound;
		type = unit->symbols[origin->symbol]->type;
	}
	if (!bound || !unit->types[type]->element || unit->types[unit->types[type]->element - 1]->size != 1)
		return NULL;
	*count = unit->types[type]->count;
	return bound;
}

/* A static array can be declared in a header, and its remedy would have to be written there. */
static bool same_file(const struct function *function, const Fact__Operand *buffer, const Fact__Place *call)
{
	const Fact__Origin *origin = origin_of(function, buffer->origin);

	while (origin->kind == FACT__ORIGIN_KIND__ORIGIN_CAST || origin->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT)
		origin = origin_of(function, origin->args[0]);
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL)
		return function->unit->symbols[origin->symbol]->place->file == call->file;
	return function->facts->objects[origin->number]->place->file == call->file;
}

void larger_buffer(struct rule_run *run, struct finding *finding, const struct larger *larger)
{
	const Fact__Event *call = larger->function->facts->events[larger->event];
	const Fact__Extent *bound, *size = rule_extent(larger->function, larger->event, larger->size + 1);
	char *number = arena_printf(rule_arena(run), "%" PRId64, larger->bytes);
	uint64_t count = 0;

	finding->remedy.kind = REMEDY_UNSAFE;
	bound = bound_of(larger->function, call->args[larger->buffer], &count);
	if (!bound || !same_file(larger->function, call->args[larger->buffer], call->place)) {
		rule_cannot_mend(finding, "the buffer is no array with a number at its declaration");
		return;
	}
	if (!size || (size->kind != FACT__EXTENT_KIND__EXTENT_LITERAL && size->kind != FACT__EXTENT_KIND__EXTENT_SIZEOF)) {
		rule_cannot_mend(finding, "the size is neither a number nor sizeof");
		return;
	}
	if ((int64_t)count < larger->bytes)
		rule_replace_extent(run, finding, bound, number);
	if (size->kind == FACT__EXTENT_KIND__EXTENT_LITERAL)
		rule_replace(run, finding, larger->function, larger->event, larger->size + 1, number);
}
