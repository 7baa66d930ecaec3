/* Descriptors and streams: where one comes from, and whether two are the same. */
#include "rules/handle.h"

#include "rules/trace.h"

#include <inttypes.h>
#include <string.h>

/* What socket's type argument says once its flags are off. */
#define SOCKET_TYPE_MASK 0xf
#define SOCKET_TYPE_STREAM 1

struct handle_trace {
	const struct program *program;
	struct arena *arena;
	struct handle *handle;
	size_t sources;
};

#define NO_ELEMENT (-1)

static void add_id(struct handle_trace *trace, const char *id)
{
	for (size_t i = 0; i < trace->handle->ids.len; i++)
		if (!strcmp(trace->handle->ids.items[i], id))
			return;
	vec_push(trace->arena, &trace->handle->ids, id);
}

/* The ends of a pipe lie side by side in one array. */
static int64_t element_at(const struct function *function, uint32_t address)
{
	const Fact__Origin *origin = origin_of(function, address);

	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_ELEMENT)
		return NO_ELEMENT;
	origin = origin_of(function, origin_bare(function, origin->args[1]));
	return origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT ? origin->number : NO_ELEMENT;
}

static void add_element(struct handle_trace *trace, int64_t element)
{
	trace->handle->element = trace->sources++ && trace->handle->element != element ? NO_ELEMENT : element;
}

static void add_place(struct handle_trace *trace, const struct function *function, uint32_t address)
{
	const char *key = values_place_key(trace->program, function, address, trace->arena);

	if (key && key[0])
		add_id(trace, arena_printf(trace->arena, "place %s", key));
}

static bool has_socket_of_messages(struct handle_trace *trace, const struct function *function, uint32_t event,
				   int64_t type_arg)
{
	const Fact__Event *call = function->facts->events[event];
	int64_t type;

	return type_arg >= 0 && (size_t)type_arg < call->n_args &&
	       trace_number(trace->program, function, call->args[type_arg], &type) &&
	       (type & SOCKET_TYPE_MASK) != SOCKET_TYPE_STREAM;
}

static bool opens_random(struct handle_trace *trace, const struct function *function, uint32_t event)
{
	const Fact__Event *call = function->facts->events[event];

	for (size_t i = 0; i < call->n_args && i < 2; i++) {
		const char *path = trace_text(trace->program, function, call->args[i], trace->arena);

		if (path && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random")))
			return true;
	}
	return false;
}

static void add_maker(struct handle_trace *trace, const struct function *function, uint32_t event, bool out)
{
	const char *callee = program_library_callee(trace->program, function, event);
	const struct model_trait *row = callee ? model_trait(callee, out ? TRAIT_PIPE : TRAIT_OPENS) : NULL;
	const struct model_trait *terminal = callee ? model_trait(callee, TRAIT_TERMINAL) : NULL;

	add_id(trace, arena_printf(trace->arena, "made %" PRIu32 " %" PRIu32, function->id, event));
	if (terminal && terminal->a < 0)
		trace->handle->terminal = true;
	if (!row && !out)
		return;
	vec_push(trace->arena, &trace->handle->makers, (struct maker){ function, event });
	if (row && ((!out && row->a == 1) || has_socket_of_messages(trace, function, event, row->b)))
		trace->handle->messages = true;
	if (!out && opens_random(trace, function, event))
		trace->handle->random = true;
}

static bool add_source(void *data, const struct value_source *source)
{
	struct handle_trace *trace = data;
	const Fact__Origin *origin = values_source_origin(source);
	bool in_memory = origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD || origin->kind == FACT__ORIGIN_KIND__ORIGIN_OUT;

	add_element(trace, in_memory ? element_at(source->function, origin->args[0]) : NO_ELEMENT);
	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
	case FACT__ORIGIN_KIND__ORIGIN_OUT:
		add_maker(trace, source->function, (uint32_t)origin->number,
			  origin->kind == FACT__ORIGIN_KIND__ORIGIN_OUT);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_INT:
		if (origin->number < 0) /* no descriptor: "not open" */
			break;
		add_id(trace, arena_printf(trace->arena, "number %" PRId64, origin->number));
		trace->handle->inherited = true;
		break;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		add_id(trace, arena_printf(trace->arena, "parameter %" PRIu32 " %" PRId64, source->function->id,
					   origin->number));
		break;
	case FACT__ORIGIN_KIND__ORIGIN_LOAD:
		add_place(trace, source->function, origin->args[0]);
		break;
	default:
		break;
	}
	return true;
}

struct handle handle_of(const struct program *program, const struct function *function, const Fact__Operand *operand,
			struct arena *arena)
{
	struct handle handle = { .element = NO_ELEMENT };
	struct handle_trace trace = { program, arena, &handle, 0 };
	uint32_t bare = origin_bare(function, operand->origin);
	const Fact__Origin *origin = origin_of(function, bare);

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD || origin->kind == FACT__ORIGIN_KIND__ORIGIN_OUT)
		add_place(&trace, function, origin->args[0]);
	values_trace(program, function, operand, add_source, &trace);
	return handle;
}

struct made_trace {
	const struct program *program;
	const struct function *function;
	bool any, all;
};

static bool is_made_in(void *data, const struct value_source *source)
{
	struct made_trace *trace = data;
	const Fact__Origin *origin = values_source_origin(source);
	const struct function *outermost = source->hop_count ? source->hops[0].function : source->function;
	const char *callee = result_of(trace->program, source->function, source->origin);

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && origin->number < 0)
		return true; /* "not open" */
	trace->any = true;
	trace->all = outermost == trace->function && (origin->kind == FACT__ORIGIN_KIND__ORIGIN_OUT ||
						      (callee && model_trait(callee, TRAIT_OPENS)));
	return trace->all;
}

bool handle_made_in(const struct program *program, const struct function *function, const Fact__Operand *operand)
{
	struct made_trace trace = { .program = program, .function = function };

	values_trace(program, function, operand, is_made_in, &trace);
	return trace.any && trace.all;
}

bool handle_same(const struct handle *a, const struct handle *b)
{
	if (a->element != NO_ELEMENT && b->element != NO_ELEMENT && a->element != b->element)
		return false;
	for (size_t i = 0; i < a->ids.len; i++)
		for (size_t j = 0; j < b->ids.len; j++)
			if (!strcmp(a->ids.items[i], b->ids.items[j]))
				return true;
	return false;
}

static bool add_root(void *data, const struct value_source *source)
{
	if (!source->init)
		add_place(data, source->function, source->origin);
	return true;
}

/* The ends are put one by one elsewhere: `*reader = pair[0]`. */
static void add_copies(struct handle_trace *trace, const struct function *function, uint32_t array)
{
	for (size_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *store = function->facts->events[i];
		const Fact__Origin *value;

		if (store->kind != FACT__EVENT_KIND__EVENT_STORE)
			continue;
		value = origin_of(function, origin_bare(function, store->value->origin));
		if ((value->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD || value->kind == FACT__ORIGIN_KIND__ORIGIN_OUT) &&
		    origin_same_object(function, origin_root(function, value->args[0]), array))
			values_trace_origin(trace->program, function, store->target->origin, add_root, trace);
	}
}

/* A pair's own names: what its ends are called by handle_of. */
static struct handle pair_of(const struct program *program, const struct function *function, uint32_t event,
			     const Fact__Operand *array, struct arena *arena)
{
	struct handle handle = { .element = NO_ELEMENT };
	struct handle_trace trace = { program, arena, &handle, 0 };

	add_id(&trace, arena_printf(arena, "made %" PRIu32 " %" PRIu32, function->id, event));
	add_place(&trace, function, origin_bare(function, array->origin));
	trace_memory(program, function, array->origin, add_root, &trace);
	add_copies(&trace, function, origin_root(function, array->origin));
	return handle;
}

void handle_collect(const struct program *program, enum trait trait, struct arena *arena, struct handle_uses *uses)
{
	for (size_t i = 0; i < program->calls.len; i++) {
		const struct call *call = &program->calls.items[i];
		const struct function *function = &program->functions.items[call->caller];
		const Fact__Event *event = function->facts->events[call->event];
		const struct model_trait *row = call->library ? model_trait(call->library, trait) : NULL;
		struct handle_use use = { .function = function, .event = call->event, .trait = trait, .row = row };

		if (!row || row->a < 0 || (size_t)row->a >= event->n_args || call->how == CALL_THREAD ||
		    call->how == CALL_LATER || call->how == CALL_RUNS)
			continue;
		use.handle = trait == TRAIT_PIPE ?
				     pair_of(program, function, call->event, event->args[row->a], arena) :
				     handle_of(program, function, event->args[row->a], arena);
		vec_push(arena, &uses->all, use);
	}
}

const struct handle_use *handle_used(const struct handle_uses *uses, enum trait trait, int64_t b,
				     const struct handle *handle)
{
	for (size_t i = 0; i < uses->all.len; i++) {
		const struct handle_use *use = &uses->all.items[i];

		if (use->trait == trait && (b == -1 || use->row->b == b) && handle_same(&use->handle, handle))
			return use;
	}
	return NULL;
}
