/* C++ streams: the locale that one has, which imbue may have given it. */
#include "rules/locale_streams.h"

#include "rules/trace.h"

#include <string.h>

struct stream_trace {
	const struct program *program;
	const struct function *function; /* where it is used */
	uint32_t event;
	enum locale_state state;
	bool any, standard;
};

/* std::cout, std::wcerr … */
static bool is_standard(const struct value_source *source)
{
	static const char *const names[] = { "std::cout", "std::cerr", "std::clog", "std::cin", "std::wcout",
					     "std::wcerr", "std::wclog", "std::wcin" };
	const Fact__Origin *origin = values_source_origin(source);
	const char *name;

	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_GLOBAL)
		return false;
	name = values_source_unit(source)->symbols[origin->symbol]->name;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static void raise_to(struct stream_trace *trace, enum locale_state state)
{
	trace->state = state > trace->state ? state : trace->state;
}

/* What imbue gave the object; false where nothing did. */
static bool see_imbued(struct stream_trace *trace, const struct value_source *source)
{
	const struct program *program = trace->program;
	const char *key = values_place_key(program, source->function, source->origin, program->arena);
	bool any = false;

	for (size_t i = 0; i < program->calls.len && key[0]; i++) {
		const struct call *call = &program->calls.items[i];
		const struct function *caller = &program->functions.items[call->caller];
		const struct model_trait *row = call->library ? model_trait(call->library, TRAIT_IMBUES) : NULL;
		const Fact__Event *event = caller->facts->events[call->event];

		if (!row || (size_t)row->b >= event->n_args ||
		    strcmp(values_place_key(program, caller, origin_bare(caller, event->args[row->a]->origin),
					    program->arena), key) != 0)
			continue;
		any = true;
		raise_to(trace, locale_of_object(program, caller, call->event, event->args[row->b]->origin,
						 LOCALE_STREAMS));
	}
	return any;
}

/* The event that makes the local object: the first call that is handed its address. */
static uint32_t made_at(const struct function *function, uint32_t object, uint32_t before)
{
	for (uint32_t i = 0; i < before && i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];

		if (event->kind == FACT__EVENT_KIND__EVENT_CALL && event->n_args &&
		    origin_same_object(function, event->args[0]->origin, object))
			return i;
	}
	return before;
}

static bool see_stream(void *data, const struct value_source *source)
{
	struct stream_trace *trace = data;
	const Fact__Origin *origin = values_source_origin(source);
	uint32_t event = trace->event;

	trace->standard = is_standard(source) && (trace->standard || !trace->any);
	trace->any = true;
	if ((!source->init && see_imbued(trace, source)) || is_standard(source))
		return true;
	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL && !source->init) {
		event = source->hop_count ? source->hops[source->hop_count - 1].event : event;
		event = made_at(source->function, source->origin, event);
		raise_to(trace, locale_at(trace->program, source->function, event, LOCALE_STREAMS));
	} else {
		raise_to(trace, locale_at(trace->program, trace->function, event, LOCALE_STREAMS));
	}
	return true;
}

static struct stream_trace trace_stream(const struct program *program, const struct function *function, uint32_t event,
					const Fact__Operand *stream)
{
	struct stream_trace trace = { .program = program, .function = function, .event = event };

	values_trace(program, function, stream, see_stream, &trace);
	return trace;
}

enum locale_state locale_of_stream(const struct program *program, const struct function *function, uint32_t event,
				   const Fact__Operand *stream)
{
	return trace_stream(program, function, event, stream).state;
}

bool locale_stream_is_standard(const struct program *program, const struct function *function,
			       const Fact__Operand *stream)
{
	struct stream_trace trace = trace_stream(program, function, 0, stream);

	return trace.any && trace.standard;
}
