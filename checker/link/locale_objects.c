/* Objects of std::locale: what they were made of. */
#include "link/locale_parts.h"

#include "link/values.h"
#include "model/models.h"

#include <string.h>

/* As libstdc++ numbers std::locale's categories. */
enum { OBJECT_CTYPE = 1, OBJECT_NUMERIC = 2, OBJECT_COLLATE = 4 };

struct object_look {
	struct locale_given *given;
	struct locale_look todo[LOCALE_LOOK_LIMIT]; /* addresses of objects */
	size_t count;
	bool any;
};

static void look_at(struct object_look *look, const struct function *function, uint32_t address)
{
	for (size_t i = 0; i < look->count; i++)
		if (look->todo[i].function == function && look->todo[i].origin == address)
			return;
	if (look->count < LOCALE_LOOK_LIMIT)
		look->todo[look->count++] = (struct locale_look){ function, address };
}

static bool is_object(const struct function *function, const Fact__Operand *operand)
{
	uint32_t number = function->facts->origins[operand->origin]->type;
	const Fact__Type *type = number < function->unit->n_types ? function->unit->types[number] : NULL;

	if (!type)
		return false;
	if (type->kind == FACT__TYPE_KIND__TYPE_POINTER && type->element)
		type = function->unit->types[type->element - 1];
	return type->kind == FACT__TYPE_KIND__TYPE_RECORD && type->record &&
	       !strcmp(function->unit->records[type->record - 1]->name, "std::locale");
}

static uint8_t categories_of(int64_t number)
{
	uint8_t set = 0;

	if (number & OBJECT_CTYPE)
		set |= 1u << LOCALE_CTYPE;
	if (number & OBJECT_NUMERIC)
		set |= 1u << LOCALE_NUMERIC | 1u << LOCALE_STREAMS;
	if (number & OBJECT_COLLATE)
		set |= 1u << LOCALE_COLLATE;
	return set;
}

/* std::locale(other, name, categories): the rest is the other's, which is C mostly. */
static void see_mixed(struct object_look *look, const struct function *function, const Fact__Event *event)
{
	struct locale_given name = { .locales = look->given->locales };
	struct locale_numbers numbers = locale_numbers_of(look->given->locales, function, event->args[3]);
	uint8_t set = 0;

	for (size_t i = 0; i < numbers.count; i++)
		set |= categories_of(numbers.of[i]);
	locale_trace_name(&name, function, event->args[2]->origin);
	for (int c = 0; c < LOCALE_CATEGORIES; c++)
		if (numbers.unknown || (set >> c & 1))
			look->given->adds[c] |= name.adds[c];
		else
			look->given->adds[c] |= HOLDS_C;
}

static void see_constructor(struct object_look *look, const struct function *function, const Fact__Event *event)
{
	look->any = true;
	if (event->n_args < 2)
		look->given->asks = true; /* a copy of the one in force */
	else if (event->n_args > 3)
		see_mixed(look, function, event);
	else if (is_object(function, event->args[1]))
		look_at(look, function, event->args[1]->origin);
	else
		locale_trace_name(look->given, function, event->args[1]->origin);
}

/* What a call returns, or what a variable is a copy of. */
static bool see_value(void *data, const struct value_source *source)
{
	struct object_look *look = data;
	const Fact__Origin *origin = values_source_origin(source);
	const char *callee = source->init ? NULL :
					    locale_result_name(look->given->locales->program, source->function, origin);

	if (callee && model_trait(callee, TRAIT_LOCALE_CLASSIC))
		locale_add_everywhere(look->given, HOLDS_C);
	else if (callee)
		locale_see_result(look->given, source, callee);
	else if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD && !source->init)
		look_at(look, source->function, origin->args[0]);
	else
		locale_add_everywhere(look->given, HOLDS_ADOPTED);
	return true;
}

static void see_stores(struct object_look *look, const struct function *function, const char *key)
{
	const struct program *program = look->given->locales->program;

	for (size_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];

		if (event->kind != FACT__EVENT_KIND__EVENT_STORE ||
		    strcmp(values_place_key(program, function, event->target->origin, program->arena), key) != 0)
			continue;
		look->any = true;
		values_trace_origin(program, function, event->value->origin, see_value, look);
	}
}

static void see_object(struct object_look *look, const struct function *function, uint32_t address)
{
	const struct program *program = look->given->locales->program;
	const char *key = values_place_key(program, function, address, program->arena);

	look->any = false;
	for (size_t i = 0; i < program->calls.len && key[0]; i++) {
		const struct call *call = &program->calls.items[i];
		const struct function *caller = &program->functions.items[call->caller];
		const struct model_trait *makes = call->library ? model_trait(call->library, TRAIT_LOCALE_MAKES) : NULL;
		const Fact__Event *event = caller->facts->events[call->event];

		if (makes && event->n_args &&
		    !strcmp(values_place_key(program, caller, event->args[0]->origin, program->arena), key))
			see_constructor(look, caller, event);
	}
	if (key[0])
		see_stores(look, function, key);
	if (!look->any)
		locale_add_everywhere(look->given, HOLDS_ADOPTED);
}

static bool see_address(void *data, const struct value_source *source)
{
	struct object_look *look = data;
	const Fact__Origin *origin = values_source_origin(source);

	if (!source->init && origin->kind != FACT__ORIGIN_KIND__ORIGIN_RESULT)
		see_object(look, source->function, source->origin);
	else
		see_value(data, source);
	return true;
}

void locale_trace_object(struct locale_given *given, const struct function *function, uint32_t address)
{
	struct object_look look = { .given = given };

	look_at(&look, function, address);
	for (size_t i = 0; i < look.count; i++)
		values_trace_origin(given->locales->program, look.todo[i].function, look.todo[i].origin, see_address,
				    &look);
}

enum locale_state locale_of_object(const struct program *program, const struct function *function, uint32_t event,
				   uint32_t address, enum locale_category category)
{
	struct locale_given given = { .locales = program->locales };
	enum locale_state state = LOCALE_C, now;

	locale_trace_object(&given, function, address);
	if (given.adds[category] & HOLDS_ADOPTED)
		return LOCALE_ADOPTED;
	if (given.adds[category] & HOLDS_UNKNOWN)
		state = LOCALE_UNKNOWN;
	if (given.asks || given.result_count) {
		now = locale_at(program, function, event, category);
		state = now > state ? now : state;
	}
	return state;
}
