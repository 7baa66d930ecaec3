/* Places where a clock's reading, or a number drawn from a seed, becomes what tells things apart. */
#include "rules/identifiers.h"

#include "model/identifier.h"
#include "rules/created.h"
#include "rules/trace.h"

#include <string.h>

struct search {
	struct rule_run *run;
	const struct program *program;
	struct clock_places places;
	struct created created;
	struct identifier_sinks *sinks;
};

/* --- names --------------------------------------------------------------------- */

static const char *parameter_name(const struct function *function, int64_t number)
{
	return (size_t)number < function->facts->n_parameter_names ? function->facts->parameter_names[number] : "";
}

/* The name of a local that holds the pointer, as far as events tell. */
static const char *pointer_name(const struct function *function, uint32_t root)
{
	for (size_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];

		if (event->kind == FACT__EVENT_KIND__EVENT_NAMED &&
		    origin_bare(function, event->value->origin) == root)
			return event->text;
	}
	return "";
}

/* The name of the memory at an address: its field, else its object. */
static const char *memory_name(const struct function *function, uint32_t address)
{
	uint64_t field = clock_last_field(function, address);
	const Fact__Unit *unit = function->unit;
	const Fact__Origin *root;
	uint32_t at;

	if (field != UINT64_MAX) {
		const Fact__Record *record = unit->records[field >> 32];
		const char *name = record->fields[(uint32_t)field]->name;

		return !identifier_variable(name) && identifier_type(record->name) && !identifier_time(name) ? record->name :
													       name;
	}
	at = origin_root(function, address);
	root = origin_of(function, at);
	switch (root->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
		return function->facts->objects[root->number]->name;
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		return unit->symbols[root->symbol]->name;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		return parameter_name(function, root->number);
	case FACT__ORIGIN_KIND__ORIGIN_LOAD:
		return memory_name(function, root->args[0]);
	default:
		return pointer_name(function, at);
	}
}

/* What is filled through a parameter is what the function gives: new_id(uint64_t *out). */
static const char *given_name(const struct function *function, uint32_t address)
{
	const Fact__Origin *root = origin_of(function, origin_root(function, address));

	if (root->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM && clock_last_field(function, address) == UINT64_MAX &&
	    identifier_function(function->name))
		return function->name;
	return NULL;
}

/* The name under which memory at that address is an identifier, or NULL. */
static const char *identifier_at(const struct function *function, uint32_t address)
{
	const char *name = memory_name(function, address);

	return identifier_variable(name) || identifier_type(name) ? name : given_name(function, address);
}

/* --- sinks ----------------------------------------------------------------------- */

static bool is_number(const Fact__Type *type)
{
	return type && type->size >= 2 &&
	       (type->kind == FACT__TYPE_KIND__TYPE_INT || type->kind == FACT__TYPE_KIND__TYPE_FLOAT);
}

/* The address of text or of a number. */
static bool is_plain_pointer(const struct function *function, uint32_t origin)
{
	const Fact__Type *type = origin_type(function, origin);
	bool points = type && (type->kind == FACT__TYPE_KIND__TYPE_POINTER || type->kind == FACT__TYPE_KIND__TYPE_ARRAY);

	if (points && type->element)
		return function->unit->types[type->element - 1]->kind == FACT__TYPE_KIND__TYPE_INT;
	return type && type->kind == FACT__TYPE_KIND__TYPE_INT && clock_is_address(function, origin);
}

/* An object of C++ that is text. */
static bool is_text_object(const struct function *function, uint32_t origin)
{
	const Fact__Type *type = origin_type(function, origin);

	return type && type->kind == FACT__TYPE_KIND__TYPE_RECORD && type->record &&
	       !strcmp(function->unit->records[type->record - 1]->name, "std::basic_string");
}

/* Whether the value is a number or text, or leads to one. */
static bool may_identify(const struct function *function, uint32_t origin)
{
	return is_plain_pointer(function, origin) || is_number(origin_type(function, origin)) ||
	       is_text_object(function, origin);
}

static bool is_memory(const struct function *function, uint32_t origin)
{
	Fact__OriginKind kind = origin_of(function, origin_bare(function, origin))->kind;

	return kind == FACT__ORIGIN_KIND__ORIGIN_LOAD || kind == FACT__ORIGIN_KIND__ORIGIN_OUT;
}

/* Whether the value's order against one that is kept is looked at: then the same one doesn't come twice. */
static bool is_compared(const struct function *function, uint32_t value)
{
	const Fact__Function *facts = function->facts;

	for (size_t b = 0; b < facts->n_blocks; b++)
		for (size_t i = 0; i < facts->blocks[b]->n_edges; i++) {
			const Fact__Edge *edge = facts->blocks[b]->edges[i];

			if (!edge->has_condition || edge->op < FACT__OP__OP_EQ || edge->op > FACT__OP__OP_GE)
				continue;
			if ((origin_bare(function, edge->left) == value && is_memory(function, edge->right)) ||
			    (origin_bare(function, edge->right) == value && is_memory(function, edge->left)))
				return true;
		}
	return false;
}

static void add_value(const struct search *search, struct identifier_sink *sink, uint32_t origin)
{
	clock_add(search->program, &search->places, sink->function, origin, is_plain_pointer(sink->function, origin),
		  sink->event, rule_arena(search->run), &sink->found);
	if (sink->found.clock && is_compared(sink->function, origin_bare(sink->function, origin)))
		sink->found.counter = true;
}

/* Other parts of a buffer may be what makes it unique. */
static void add_rest(const struct search *search, struct identifier_sink *sink, uint32_t address)
{
	struct ingredients rest = { 0 };

	clock_add(search->program, &search->places, sink->function, address, true, UINT32_MAX,
		  rule_arena(search->run), &rest);
	sink->found.counter = sink->found.counter || rest.counter;
	sink->found.random = sink->found.random || rest.random;
	sink->found.thread = sink->found.thread || rest.thread;
	sink->found.other = sink->found.other || rest.other;
}

static void keep(struct search *search, const struct identifier_sink *sink)
{
	if ((sink->found.clock || sink->found.seeded) && !sink->found.already)
		vec_push(rule_arena(search->run), &search->sinks->all, *sink);
}

static void try_store(struct search *search, struct identifier_sink *sink, const Fact__Event *event)
{
	const Fact__Type *type = origin_type(sink->function, event->value->origin);
	bool part = origin_of(sink->function, event->target->origin)->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT;

	if (!may_identify(sink->function, event->value->origin) &&
	    !(part && type && type->kind == FACT__TYPE_KIND__TYPE_INT))
		return;
	sink->name = identifier_at(sink->function, event->target->origin);
	if (!sink->name)
		return;
	add_value(search, sink, event->value->origin);
	if (sink->found.clock && part)
		add_rest(search, sink, event->target->origin);
	keep(search, sink);
}

static void try_value(struct search *search, struct identifier_sink *sink, const Fact__Operand *value, const char *name)
{
	if (!may_identify(sink->function, value->origin))
		return;
	sink->name = name;
	add_value(search, sink, value->origin);
	keep(search, sink);
}

static uint32_t result_origin(const struct function *function, uint32_t event)
{
	for (uint32_t i = 0; i < function->facts->n_origins; i++) {
		const Fact__Origin *origin = origin_of(function, i);

		if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && (uint64_t)origin->number == event)
			return i;
	}
	return 0;
}

/* A C++ string that a call returns is a part of such a name. */
static bool is_created_result(struct search *search, const struct identifier_sink *sink)
{
	uint32_t result = result_origin(sink->function, sink->event);

	return result && is_text_object(sink->function, result) &&
	       created_has(search->program, &search->created, sink->function, result);
}

/* The unnamed object that takes what the call returns, or NONE. */
static uint32_t temporary_of(const struct function *function, uint32_t event)
{
	uint32_t result = result_origin(function, event);

	for (uint32_t e = event + 1; e < function->facts->n_events && result; e++) {
		const Fact__Event *store = function->facts->events[e];
		const Fact__Origin *target;

		if (store->kind != FACT__EVENT_KIND__EVENT_STORE || store->value->origin != result)
			continue;
		target = origin_of(function, store->target->origin);
		return target->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL &&
				       !function->facts->objects[target->number]->name[0] ?
			       store->target->origin :
			       UINT32_MAX;
	}
	return UINT32_MAX;
}

/* `a + b` in `a + b + c`: the whole text comes later, with all that is in it. */
static bool is_part_of_text(const struct search *search, const struct identifier_sink *sink)
{
	const struct function *function = sink->function;
	uint32_t part = temporary_of(function, sink->event);

	for (uint32_t e = sink->event + 1; e < function->facts->n_events && part != UINT32_MAX; e++) {
		const Fact__Event *event = function->facts->events[e];
		const char *callee = program_library_callee(search->program, function, e);

		for (size_t a = 0; callee && model_trait(callee, TRAIT_COPIES) && a < event->n_args; a++)
			if (event->args[a]->origin == part)
				return true;
	}
	return false;
}

/* The address itself, or behind `out << a` that of out. */
static uint32_t written_to(const struct search *search, const struct function *function, uint32_t address)
{
	uint32_t root = origin_root(function, address);

	return origin_of(function, root)->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT ?
		       origin_object(search->program, function, address) :
		       address;
}

/* Texts put together, of which each row names one. */
static void try_text(struct search *search, struct identifier_sink *sink, const struct model_trait *rows, size_t count)
{
	if (!is_created_result(search, sink) || is_part_of_text(search, sink))
		return;
	sink->how = "a name that is created";
	for (size_t i = 0; i < count; i++)
		if (rows[i].trait == TRAIT_COPIES && rows[i].a < 0)
			clock_add_copied(search->program, &search->places, sink->function, sink->event, &rows[i],
					 rule_arena(search->run), &sink->found);
	keep(search, sink);
}

/* Formatting into a buffer, and copying to it. */
static void try_copy(struct search *search, struct identifier_sink *sink, const Fact__Event *event,
		     const struct model_trait *copies)
{
	uint32_t address;

	if ((size_t)copies->a >= event->n_args)
		return;
	address = written_to(search, sink->function, event->args[copies->a]->origin);
	sink->name = identifier_at(sink->function, address);
	if (!sink->name) {
		if (!created_has(search->program, &search->created, sink->function, address))
			return;
		sink->how = "a name that is created";
	}
	clock_add_copied(search->program, &search->places, sink->function, sink->event, copies,
			 rule_arena(search->run), &sink->found);
	if (sink->found.clock)
		add_rest(search, sink, address);
	keep(search, sink);
}

/* Whether the function writes through the parameter: then it's a way out, not in. */
static bool writes_parameter(const struct search *search, const struct function *function, size_t parameter)
{
	for (uint32_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];
		const char *callee = program_library_callee(search->program, function, i);
		const struct model_trait *writes = callee ? model_trait(callee, TRAIT_WRITES) : NULL;
		const Fact__Operand *target = event->target;
		const Fact__Origin *root;

		if (writes && writes->a >= 0 && (size_t)writes->a < event->n_args)
			target = event->args[writes->a];
		if (!target || event->kind == FACT__EVENT_KIND__EVENT_LOAD)
			continue;
		root = origin_of(function, origin_root(function, target->origin));
		if (root->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM && (size_t)root->number == parameter)
			return true;
	}
	return false;
}

static void try_arguments(struct search *search, struct identifier_sink sink, const Fact__Event *event)
{
	size_t count;
	const struct call *calls = program_calls_at(search->program, sink.function, sink.event, &count);
	const struct function *callee;

	if (count != 1 || calls[0].target == UINT32_MAX || calls[0].how != CALL_DIRECT)
		return;
	callee = &search->program->functions.items[calls[0].target];
	for (size_t i = 0; i < event->n_args && i < callee->facts->parameter_count; i++) {
		struct identifier_sink one = sink;

		if (identifier_variable(parameter_name(callee, (int64_t)i)) &&
		    (!is_plain_pointer(sink.function, event->args[i]->origin) || !writes_parameter(search, callee, i)))
			try_value(search, &one, event->args[i], parameter_name(callee, (int64_t)i));
	}
}

/* What operator[] gives is counted up: how often something happened in that time. */
static bool is_counted_up(const struct identifier_sink *sink)
{
	const struct function *function = sink->function;
	uint32_t result = result_origin(function, sink->event);

	for (size_t i = 0; i < function->facts->n_events && result; i++) {
		const Fact__Event *event = function->facts->events[i];
		const Fact__Origin *value = event->kind == FACT__EVENT_KIND__EVENT_STORE ?
						    origin_of(function, origin_bare(function, event->value->origin)) :
						    NULL;

		if (value && value->kind == FACT__ORIGIN_KIND__ORIGIN_BINARY &&
		    origin_root(function, event->target->origin) == result)
			return true;
	}
	return false;
}

static void try_key(struct search *search, struct identifier_sink *sink, uint32_t key)
{
	sink->how = "the key of a map";
	clock_add(search->program, &search->places, sink->function, key, clock_is_pointer(sink->function, key),
		  sink->event, rule_arena(search->run), &sink->found);
	if (!is_counted_up(sink))
		keep(search, sink);
}

static void try_call(struct search *search, struct identifier_sink sink, const Fact__Event *event)
{
	const char *callee = program_library_callee(search->program, sink.function, sink.event);
	size_t count;
	const struct model_trait *rows = callee ? model_traits(callee, &count) : NULL;
	struct identifier_sink text = sink;
	bool makes_text = false;

	if (!callee) {
		try_arguments(search, sink, event);
		return;
	}
	for (size_t i = 0; rows && i < count; i++) {
		struct identifier_sink one = sink;

		if (rows[i].trait == TRAIT_COPIES && rows[i].a < 0) {
			makes_text = true;
		} else if (rows[i].trait == TRAIT_COPIES) {
			try_copy(search, &one, event, &rows[i]);
		} else if (rows[i].trait == TRAIT_MAP_INSERT && (size_t)rows[i].a < event->n_args) {
			try_key(search, &one, event->args[rows[i].a]->origin);
		}
	}
	if (makes_text)
		try_text(search, &text, rows, count);
}

static void try_event(struct search *search, const struct function *function, uint32_t index)
{
	const Fact__Event *event = function->facts->events[index];
	struct identifier_sink sink = { .function = function, .event = index, .how = "the identifier" };

	switch (event->kind) {
	case FACT__EVENT_KIND__EVENT_STORE:
		try_store(search, &sink, event);
		break;
	case FACT__EVENT_KIND__EVENT_NAMED:
		try_value(search, &sink, event->value, event->text);
		break;
	case FACT__EVENT_KIND__EVENT_RETURN:
		if (event->value && identifier_function(function->name))
			try_value(search, &sink, event->value, function->name);
		break;
	case FACT__EVENT_KIND__EVENT_CALL:
		try_call(search, sink, event);
		break;
	default:
		break;
	}
}

static void find_sinks(struct search *search)
{
	for (size_t f = 0; f < search->program->functions.len; f++) {
		const struct function *function = &search->program->functions.items[f];
		const struct phase *phases;

		for (uint32_t e = 0; e < function->facts->n_events; e++)
			if (phase_at(search->program, function, e, &phases))
				try_event(search, function, e);
	}
}

void identifier_sinks_find(struct rule_run *run, const struct program *program, struct identifier_sinks *sinks)
{
	struct search search = { .run = run, .program = program, .sinks = sinks };

	clock_find_places(program, rule_arena(run), &search.places);
	created_find(program, rule_arena(run), &search.created);
	find_sinks(&search);
	created_release(&search.created);
	clock_places_release(&search.places);
}
