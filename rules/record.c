/* Whether a read or write moves one record, header or message of fixed size, not a piece of a stream. */
#include "rules/record.h"

#include "rules/trace.h"

#include <string.h>

static const Fact__Type *type_at(const Fact__Unit *unit, uint32_t type)
{
	return type < unit->n_types ? unit->types[type] : NULL;
}

/* The type that a pointer or array type leads to. */
static const Fact__Type *element_of(const Fact__Unit *unit, const Fact__Type *type)
{
	return type && type->element ? type_at(unit, type->element - 1) : NULL;
}

/* The type of the object at an address, as far as it is declared. */
static const Fact__Type *pointed_type(const struct function *function, uint32_t address)
{
	const Fact__Origin *origin = origin_of(function, address);
	const Fact__Unit *unit = function->unit;

	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
		return type_at(unit, function->facts->objects[origin->number]->type);
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		return type_at(unit, unit->symbols[origin->symbol]->type);
	case FACT__ORIGIN_KIND__ORIGIN_FIELD:
		return type_at(unit, unit->records[origin->record]->fields[origin->field]->type);
	default:
		return element_of(unit, origin_type(function, address));
	}
}

/* std::array and the like are arrays, whatever they are made of. */
static bool is_container(const Fact__Unit *unit, const Fact__Type *type)
{
	return type->record && !strncmp(unit->records[type->record - 1]->name, "std::", 5);
}

static bool is_record(const Fact__Unit *unit, const Fact__Type *type, int64_t size)
{
	const Fact__Type *element;

	if (!type || !type->size)
		return false;
	switch (type->kind) {
	case FACT__TYPE_KIND__TYPE_RECORD:
		return !is_container(unit, type) && size % (int64_t)type->size == 0;
	case FACT__TYPE_KIND__TYPE_ARRAY:
		element = element_of(unit, type);
		return element && element->kind == FACT__TYPE_KIND__TYPE_RECORD && element->size &&
		       size % (int64_t)element->size == 0;
	case FACT__TYPE_KIND__TYPE_INT:
	case FACT__TYPE_KIND__TYPE_FLOAT:
	case FACT__TYPE_KIND__TYPE_POINTER:
		return type->size > 1 && size == (int64_t)type->size;
	default:
		return false;
	}
}

struct buffer_trace {
	int64_t size;
	bool any, all_records, all_literals;
};

/* Each conversion on the way may name the record: `(void *)&header`. */
static bool points_to_record(const struct function *function, uint32_t address, int64_t size)
{
	for (size_t left = function->facts->n_origins; left--;) {
		const Fact__Origin *origin = origin_of(function, address);

		if (is_record(function->unit, pointed_type(function, address), size))
			return true;
		if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_CAST)
			return false;
		address = origin->args[0];
	}
	return false;
}

static bool look_at_source(void *data, const struct value_source *source)
{
	struct buffer_trace *trace = data;
	const Fact__Origin *origin = values_source_origin(source);

	trace->any = true;
	trace->all_records = trace->all_records && !source->init &&
			     points_to_record(source->function, source->origin, trace->size);
	trace->all_literals = trace->all_literals && origin->kind == FACT__ORIGIN_KIND__ORIGIN_STRING;
	return true;
}

static bool is_local(const struct function *function, uint32_t address, int64_t object)
{
	const Fact__Origin *root = origin_of(function, origin_root(function, address));

	return root->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL && root->number == object;
}

/* How often the object's address is handed on, by calls and by stores. */
static size_t times_handed(const struct function *function, int64_t object)
{
	size_t times = 0;

	for (size_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];

		for (size_t a = 0; a < event->n_args; a++)
			times += is_local(function, event->args[a]->origin, object);
		times += event->value && is_local(function, event->value->origin, object);
	}
	return times;
}

struct buffer buffer_of(const struct program *program, const struct function *function, const Fact__Operand *address,
			int64_t size)
{
	struct buffer_trace trace = { .size = size, .all_records = true, .all_literals = true };

	if (points_to_record(function, address->origin, size))
		return (struct buffer){ .record = true };
	values_trace(program, function, address, look_at_source, &trace);
	return (struct buffer){ .record = trace.any && trace.all_records,
				.literal = trace.any && trace.all_literals };
}

struct constants {
	bool any, all;
};

static bool see_constant(void *data, const struct value_source *source)
{
	struct constants *constants = data;
	const Fact__Origin *origin = values_source_origin(source);

	constants->any = true;
	constants->all = origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && !source->computed;
	return constants->all;
}

/* What callers give as the parameter of that name. */
static void see_arguments(const struct program *program, const struct function *function, const char *name,
			  struct constants *constants)
{
	size_t number = 0;

	while (number < function->facts->n_parameter_names && strcmp(function->facts->parameter_names[number], name))
		number++;
	constants->all = number < function->facts->n_parameter_names && function->call_sites.len;
	for (size_t i = 0; i < function->call_sites.len && constants->all; i++) {
		const struct call *call = &program->calls.items[function->call_sites.items[i]];
		const struct function *caller = &program->functions.items[call->caller];
		const Fact__Event *event = caller->facts->events[call->event];

		constants->all = call->how <= CALL_POINTER && number < event->n_args;
		if (constants->all)
			values_trace(program, caller, event->args[number], see_constant, constants);
	}
}

/* An object of one byte that its function alone writes. */
static bool local_holds_constants(const struct program *program, const struct function *function, uint32_t root)
{
	const Fact__Object *object = function->facts->objects[origin_of(function, root)->number];
	const Fact__Type *type = type_at(function->unit, object->type);
	struct constants constants = { .all = true };

	if (!type || type->kind != FACT__TYPE_KIND__TYPE_INT || type->size != 1 ||
	    times_handed(function, origin_of(function, root)->number) != 1)
		return false;
	if (object->is_parameter)
		see_arguments(program, function, object->name, &constants);
	for (size_t i = 0; i < function->facts->n_events && constants.all; i++) {
		const Fact__Event *event = function->facts->events[i];

		if (event->kind == FACT__EVENT_KIND__EVENT_STORE &&
		    origin_same_object(function, origin_root(function, event->target->origin), root))
			values_trace(program, function, event->value, see_constant, &constants);
	}
	return constants.any && constants.all;
}

bool holds_constants(const struct program *program, const struct function *function, const Fact__Operand *address)
{
	uint32_t root = origin_bare(function, address->origin);

	return origin_of(function, root)->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL &&
	       local_holds_constants(program, function, root);
}

static bool is_number(const struct function *function, uint32_t origin, int64_t number)
{
	const Fact__Origin *at = origin_of(function, origin_bare(function, origin));

	return at->kind == FACT__ORIGIN_KIND__ORIGIN_INT && at->number == number;
}

static bool is_result(const struct function *function, uint32_t origin, uint32_t event)
{
	const Fact__Origin *at = origin_of(function, origin_bare(function, origin));

	return at->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && at->number == event;
}

/* Whether some origin takes in what lies in the object, or, other than by comparing it, the event's result. */
static bool is_looked_at(const struct function *function, int64_t object, uint32_t event)
{
	for (size_t i = 0; i < function->facts->n_origins; i++) {
		const Fact__Origin *origin = function->facts->origins[i];
		bool compares = origin->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY && origin->op >= FACT__OP__OP_EQ &&
				origin->op <= FACT__OP__OP_GE;

		if ((origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD || origin->kind == FACT__ORIGIN_KIND__ORIGIN_OUT) &&
		    is_local(function, origin->args[0], object))
			return true;
		for (size_t a = 0; a < origin->n_args && !compares; a++)
			if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_CAST &&
			    is_result(function, origin->args[a], event))
				return true;
	}
	return false;
}

static bool is_handed_on(const struct function *function, uint32_t event)
{
	for (size_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *other = function->facts->events[i];

		for (size_t a = 0; a < other->n_args; a++)
			if (is_result(function, other->args[a]->origin, event))
				return true;
		if (other->value && is_result(function, other->value->origin, event))
			return true;
	}
	return false;
}

bool read_discarded(const struct function *function, uint32_t event, const Fact__Operand *address)
{
	const Fact__Origin *root = origin_of(function, origin_root(function, address->origin));

	return root->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL && times_handed(function, root->number) == 1 &&
	       !is_looked_at(function, root->number, event) && !is_handed_on(function, event);
}

static bool compares(const struct function *function, Fact__Op op, uint32_t left, uint32_t right, uint32_t event,
		     int64_t size)
{
	if (op != FACT__OP__OP_EQ && op != FACT__OP__OP_NE && op != FACT__OP__OP_LT && op != FACT__OP__OP_GE)
		return false;
	return (is_result(function, left, event) && is_number(function, right, size)) ||
	       (is_result(function, right, event) && is_number(function, left, size));
}

static bool compared_with_size(const struct function *function, uint32_t event, int64_t size)
{
	const Fact__Function *facts = function->facts;

	for (size_t b = 0; b < facts->n_blocks; b++)
		for (size_t e = 0; e < facts->blocks[b]->n_edges; e++) {
			const Fact__Edge *edge = facts->blocks[b]->edges[e];

			if (edge->has_condition &&
			    compares(function, edge->op, edge->left, edge->right, event, size))
				return true;
		}
	for (size_t i = 0; i < facts->n_origins; i++) {
		const Fact__Origin *origin = facts->origins[i];

		if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY &&
		    compares(function, origin->op, origin->args[0], origin->args[1], event, size))
			return true;
	}
	return false;
}

/* Whether a part of the object, its size known, is copied out of it, or all of it to a number or record. */
static bool part_copied(const struct program *program, const struct function *function, int64_t object, int64_t size)
{
	for (uint32_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];
		const char *callee = event->kind == FACT__EVENT_KIND__EVENT_CALL ?
					     program_library_callee(program, function, i) :
					     NULL;
		const struct model_trait *copies = callee ? model_trait(callee, TRAIT_COPIES) : NULL;
		const Fact__Origin *from;
		int64_t length;

		if (!copies || copies->b < 0 || event->n_args != 3)
			continue;
		from = origin_of(function, origin_root(function, event->args[copies->b]->origin));
		if (from->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL && from->number == object &&
		    trace_number(program, function, event->args[2], &length) &&
		    (length < size || (length == size && copies->a >= 0 &&
				       points_to_record(function, event->args[copies->a]->origin, size))))
			return true;
	}
	return false;
}

bool header_read(const struct program *program, const struct function *function, uint32_t event,
		 const Fact__Operand *address, int64_t size)
{
	const Fact__Origin *root = origin_of(function, origin_root(function, address->origin));
	const Fact__Object *object;

	if (size < 2 || root->kind != FACT__ORIGIN_KIND__ORIGIN_LOCAL || !compared_with_size(function, event, size))
		return false;
	object = function->facts->objects[root->number];
	return !object->read_at_variable &&
	       (object->read_at_constant || part_copied(program, function, root->number, size));
}
