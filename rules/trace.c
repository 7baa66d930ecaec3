/* Questions that several rules ask of values: what an address points into, what a constant is. */
#include "rules/trace.h"

#include <string.h>

const Fact__Origin *origin_of(const struct function *function, uint32_t origin)
{
	return function->facts->origins[origin];
}

const Fact__Type *origin_type(const struct function *function, uint32_t origin)
{
	uint32_t type = origin_of(function, origin)->type;

	return type < function->unit->n_types ? function->unit->types[type] : NULL;
}

/* Steps are counted in both walks: facts from elsewhere may go round in circles. */
const Fact__Type *type_pointed(const struct function *function, const Fact__Type *type)
{
	bool points = type && (type->kind == FACT__TYPE_KIND__TYPE_POINTER || type->kind == FACT__TYPE_KIND__TYPE_ARRAY);

	return points && type->element ? function->unit->types[type->element - 1] : NULL;
}

uint32_t origin_bare(const struct function *function, uint32_t origin)
{
	for (size_t left = function->facts->n_origins; left--;) {
		if (origin_of(function, origin)->kind != FACT__ORIGIN_KIND__ORIGIN_CAST)
			break;
		origin = origin_of(function, origin)->args[0];
	}
	return origin;
}

/* The pointer behind one step into an object, or `origin` itself. */
static uint32_t step_out(const struct function *function, uint32_t origin)
{
	const Fact__Origin *at = origin_of(function, origin);
	const Fact__Type *type;

	switch (at->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
	case FACT__ORIGIN_KIND__ORIGIN_FIELD:
	case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
		return at->args[0];
	case FACT__ORIGIN_KIND__ORIGIN_BINARY:
		type = origin_type(function, origin);
		if (!type || type->kind != FACT__TYPE_KIND__TYPE_POINTER ||
		    (at->op != FACT__OP__OP_ADD && at->op != FACT__OP__OP_SUB))
			return origin;
		type = origin_type(function, at->args[0]);
		return at->args[type && type->kind == FACT__TYPE_KIND__TYPE_INT ? 1 : 0];
	default:
		return origin;
	}
}

uint32_t origin_root(const struct function *function, uint32_t origin)
{
	for (size_t left = function->facts->n_origins; left--;) {
		uint32_t outer = step_out(function, origin);

		if (outer == origin)
			break;
		origin = outer;
	}
	return origin;
}

uint32_t origin_object(const struct program *program, const struct function *function, uint32_t origin)
{
	for (size_t left = function->facts->n_events + 1; left--;) {
		const char *callee;
		const struct model_trait *back;
		const Fact__Event *event;

		origin = origin_root(function, origin);
		callee = result_of(program, function, origin);
		back = callee ? model_trait(callee, TRAIT_RETURNS_ARG) : NULL;
		event = back ? function->facts->events[origin_of(function, origin)->number] : NULL;
		if (!event || back->a < 0 || (size_t)back->a >= event->n_args)
			break;
		origin = event->args[back->a]->origin;
	}
	return origin;
}

bool origin_same_object(const struct function *function, uint32_t a, uint32_t b)
{
	uint32_t left = origin_root(function, a), right = origin_root(function, b);
	const Fact__Origin *one = origin_of(function, left), *other = origin_of(function, right);

	if (left == right)
		return one->kind != FACT__ORIGIN_KIND__ORIGIN_UNKNOWN && one->kind != FACT__ORIGIN_KIND__ORIGIN_INT;
	return one->kind == other->kind && ((one->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL && one->number == other->number) ||
					    (one->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM && one->number == other->number) ||
					    (one->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL && one->symbol == other->symbol));
}

void trace_memory(const struct program *program, const struct function *function, uint32_t origin, value_visit *visit,
		  void *data)
{
	values_trace_through(program, function, origin, origin_root, visit, data);
}

struct number_trace {
	bool found, failed;
	int64_t number;
};

static bool collect_number(void *data, const struct value_source *source)
{
	struct number_trace *trace = data;
	const Fact__Origin *origin = values_source_origin(source);
	int64_t number = origin->number;

	if (source->has_range && source->low == source->high)
		number = source->low;
	else if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_INT || source->computed)
		trace->failed = true;
	trace->failed = trace->failed || (trace->found && trace->number != number);
	trace->found = true;
	trace->number = number;
	return !trace->failed;
}

bool trace_number(const struct program *program, const struct function *function, const Fact__Operand *operand,
		  int64_t *number)
{
	struct number_trace trace = { 0 };

	if (operand->has_range && operand->low == operand->high) {
		*number = operand->low;
		return true;
	}
	values_trace(program, function, operand, collect_number, &trace);
	*number = trace.number;
	return trace.found && !trace.failed;
}

struct text_trace {
	struct arena *arena;
	const char *text;
	bool failed;
};

static bool collect_text(void *data, const struct value_source *source)
{
	struct text_trace *trace = data;
	const Fact__Origin *origin = values_source_origin(source);
	const char *text;

	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_STRING || source->computed) {
		trace->failed = true;
		return false;
	}
	text = arena_strndup(trace->arena, (const char *)origin->text.data, origin->text.len);
	trace->failed = trace->text && strcmp(trace->text, text) != 0;
	trace->text = text;
	return !trace->failed;
}

const char *trace_text(const struct program *program, const struct function *function, const Fact__Operand *operand,
		       struct arena *arena)
{
	struct text_trace trace = { .arena = arena };

	values_trace(program, function, operand, collect_text, &trace);
	return trace.failed ? NULL : trace.text;
}

/* Whether the event may write to the global: it stores there, or a call gets its address to write to. */
static bool writes_global(const struct program *program, const struct function *function, uint32_t index,
			  const struct global *global)
{
	const Fact__Event *event = function->facts->events[index];
	const char *callee = program_library_callee(program, function, index);
	const struct model_trait *writes = callee ? model_trait(callee, TRAIT_WRITES) : NULL;
	const Fact__Operand *target = event->kind == FACT__EVENT_KIND__EVENT_STORE ? event->target : NULL;
	const Fact__Origin *root;

	if (writes && writes->a >= 0 && (size_t)writes->a < event->n_args)
		target = event->args[writes->a];
	if (!target)
		return false;
	root = origin_of(function, origin_root(function, target->origin));
	return root->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL &&
	       program_global(program, function->unit, root->symbol) == global;
}

static bool stays_as_it_is(const struct program *program, const struct global *global)
{
	for (size_t f = 0; f < program->functions.len; f++) {
		const struct function *function = &program->functions.items[f];

		for (uint32_t e = 0; e < function->facts->n_events; e++)
			if (writes_global(program, function, e, global))
				return false;
	}
	return true;
}

bool trace_global_text(const struct program *program, const struct value_source *source, text_visit *visit, void *data)
{
	const Fact__Origin *origin = values_source_origin(source);
	const struct global *global;
	bool any = false;

	if (source->init || origin->kind != FACT__ORIGIN_KIND__ORIGIN_GLOBAL)
		return false;
	global = program_global(program, source->function->unit, origin->symbol);
	if (!global || !global->defined)
		return false;
	for (size_t i = 0; i < global->unit->n_static_inits; i++) {
		const Fact__StaticInit *init = global->unit->static_inits[i];

		if (init->symbol != global->symbol)
			continue;
		if (init->value->kind != FACT__ORIGIN_KIND__ORIGIN_STRING)
			return false;
		visit(data, init->value->text.data, init->value->text.len);
		any = true;
	}
	return any && stays_as_it_is(program, global);
}

const char *variable_name(const char *text, struct arena *arena)
{
	size_t length = strcspn(text, "=");

	if (!length || length > 128)
		return NULL;
	for (size_t i = 0; i < length; i++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-", text[i]))
			return NULL;
	return arena_strndup(arena, text, length);
}

const char *result_of(const struct program *program, const struct function *function, uint32_t origin)
{
	const Fact__Origin *at = origin_of(function, origin_bare(function, origin));

	if (at->kind != FACT__ORIGIN_KIND__ORIGIN_RESULT)
		return NULL;
	return program_library_callee(program, function, (uint32_t)at->number);
}
