/* Who sees a text with a number in it: a person, or a machine as far as can be told. */
#include "rules/locale_shown.h"

#include "rules/locale_format.h"
#include "rules/locale_streams.h"
#include "rules/trace.h"

#include <string.h>

/* Copies of one text that are followed. */
#define TEXT_LIMIT 32

/* A text, by the object that it lies in or the call that returned it. */
struct text {
	const struct function *function;
	uint32_t root;
};

struct uses {
	const struct program *program;
	struct arena *arena;
	const struct function *function; /* of the event that makes the text */
	uint32_t event;
	struct text texts[TEXT_LIMIT];
	size_t count;
	bool other;      /* something else than that a person sees it */
	bool mended;     /* a point is put in where the comma may be */
};

static const Fact__Operand *argument(const Fact__Event *event, int64_t number)
{
	return number >= 0 && (size_t)number < event->n_args ? event->args[number] : NULL;
}

static bool is_standard_stream(const struct function *function, const Fact__Operand *operand)
{
	const Fact__Origin *origin = origin_of(function, origin_bare(function, operand->origin));
	const char *name;

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT)
		return origin->number == 1 || origin->number == 2;
	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_LOAD)
		return false;
	origin = origin_of(function, origin_bare(function, origin->args[0]));
	if (origin->kind != FACT__ORIGIN_KIND__ORIGIN_GLOBAL)
		return false;
	name = function->unit->symbols[origin->symbol]->name;
	return !strcmp(name, "stdout") || !strcmp(name, "stderr") || !strcmp(name, "__stdoutp") ||
	       !strcmp(name, "__stderrp");
}

struct stream_trace {
	bool any, standard;
};

static bool see_stream(void *data, const struct value_source *source)
{
	struct stream_trace *trace = data;
	Fact__Operand operand = { .origin = source->origin };

	trace->standard = !source->init && is_standard_stream(source->function, &operand) && (trace->standard || !trace->any);
	trace->any = true;
	return trace->standard;
}

bool locale_is_to_person(const struct program *program, const struct function *function, const Fact__Operand *stream)
{
	struct stream_trace trace = { 0 };

	if (is_standard_stream(function, stream) || locale_stream_is_standard(program, function, stream))
		return true;
	values_trace(program, function, stream, see_stream, &trace);
	return trace.any && trace.standard;
}

bool locale_is_translated(const struct program *program, const struct function *function,
			  const Fact__Operand *format)
{
	const char *callee = result_of(program, function, format->origin);

	return callee && model_trait(callee, TRAIT_TRANSLATES);
}

/* --- what becomes of a text ------------------------------------------------------------ */

static void add_text(struct uses *uses, const struct function *function, uint32_t root)
{
	for (size_t i = 0; i < uses->count; i++)
		if (uses->texts[i].function == function && origin_same_object(function, uses->texts[i].root, root))
			return;
	if (uses->count == TEXT_LIMIT)
		uses->other = true;
	else
		uses->texts[uses->count++] = (struct text){ function, root };
}

/* An object of the function's own; what is put elsewhere can be seen by anyone. */
static void add_object(struct uses *uses, const struct function *function, uint32_t root)
{
	if (origin_of(function, root)->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		add_text(uses, function, root);
	else
		uses->other = true;
}

/* What the event returns, where anything is done with it. */
static void add_result(struct uses *uses, const struct function *function, uint32_t event)
{
	for (uint32_t i = 0; i < function->facts->n_origins; i++) {
		const Fact__Origin *origin = origin_of(function, i);

		if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT && (uint64_t)origin->number == event)
			add_text(uses, function, i);
	}
}

/* A copy of an object, or the pointer that asprintf left in a variable. */
static bool is_copied_whole(const Fact__Type *type)
{
	return type && (type->kind == FACT__TYPE_KIND__TYPE_RECORD || type->kind == FACT__TYPE_KIND__TYPE_POINTER);
}

/* The text itself, a pointer into it, or a copy of what holds it. */
static bool is_in(const struct text *text, const Fact__Operand *operand)
{
	const struct function *function = text->function;
	Fact__OriginKind kind;
	uint32_t root;

	if (!operand)
		return false;
	root = origin_root(function, operand->origin);
	kind = origin_of(function, root)->kind;
	if ((kind == FACT__ORIGIN_KIND__ORIGIN_LOAD || kind == FACT__ORIGIN_KIND__ORIGIN_OUT) &&
	    is_copied_whole(origin_type(function, root)))
		root = origin_root(function, origin_of(function, root)->args[0]);
	return origin_same_object(function, root, text->root);
}

static bool shows(const struct uses *uses, const struct text *text, const Fact__Event *event, const char *callee)
{
	const struct model_trait *shows = model_trait(callee, TRAIT_SHOWS), *prints = model_trait(callee, TRAIT_PRINTS);
	const Fact__Operand *operand;
	const char *format;

	if (shows && is_in(text, argument(event, shows->a)))
		return shows->b < 0 || locale_is_to_person(uses->program, text->function, event->args[shows->b]);
	if (!prints || !(operand = argument(event, prints->a)))
		return false;
	if (locale_is_translated(uses->program, text->function, operand))
		return true;
	format = trace_text(uses->program, text->function, operand, uses->arena);
	return format && locale_format_is_for_people(format) &&
	       (prints->b < 0 || locale_is_to_person(uses->program, text->function, event->args[prints->b]));
}

/* Where the call puts a copy of the text, or of what it is handed. True where it does. */
static bool follow_copy(struct uses *uses, const struct text *text, uint32_t index, const char *callee)
{
	const Fact__Event *event = text->function->facts->events[index];
	const struct model_trait *back = model_trait(callee, TRAIT_RETURNS_ARG);
	size_t count;
	const struct model_trait *rows = model_traits(callee, &count);
	bool any = false;

	if (back && is_in(text, argument(event, back->a))) {
		add_result(uses, text->function, index);
		any = true;
	}
	for (size_t i = 0; rows && i < count; i++) {
		const Fact__Operand *to = argument(event, rows[i].a);
		bool taken = false;

		if (rows[i].trait != TRAIT_COPIES)
			continue;
		for (size_t a = 0; a < event->n_args; a++)
			taken = taken || ((rows[i].b < 0 ? (int64_t)a > rows[i].a : (int64_t)a == rows[i].b) &&
					  is_in(text, event->args[a]));
		any = any || taken;
		if (taken && rows[i].a < 0)
			add_result(uses, text->function, index);
		else if (taken && to)
			add_object(uses, text->function, origin_object(uses->program, text->function, to->origin));
	}
	return any;
}

/* What is put into a stream, or where the text was made: no use of it. */
static bool fills(const struct uses *uses, const struct text *text, uint32_t index, const char *callee)
{
	const Fact__Event *event = text->function->facts->events[index];
	const struct model_trait *copies = model_trait(callee, TRAIT_COPIES);

	if (text->function == uses->function && index == uses->event)
		return true;
	if (!event->n_args || !is_in(text, event->args[0]))
		return false;
	for (size_t a = 1; a < event->n_args; a++)
		if (is_in(text, event->args[a]))
			return false;
	return model_trait(callee, TRAIT_WRITES_FRACTION) || (copies && copies->a == 0) ||
	       model_trait(callee, TRAIT_TEXT_STREAM) || model_trait(callee, TRAIT_IMBUES);
}

static void see_call(struct uses *uses, const struct text *text, uint32_t index)
{
	const Fact__Event *event = text->function->facts->events[index];
	const char *callee = program_library_callee(uses->program, text->function, index);

	if (!callee) {
		uses->other = true;
	} else if (!shows(uses, text, event, callee) && !fills(uses, text, index, callee) && !follow_copy(uses, text, index, callee) &&
		   !model_trait(callee, TRAIT_LOOKS)) {
		uses->other = true;
	}
}

/* `*strchr(text, ',') = '.'` */
static bool puts_point(const struct uses *uses, const struct text *text, const Fact__Event *event)
{
	const struct function *function = text->function;
	const Fact__Origin *value;

	if (event->kind != FACT__EVENT_KIND__EVENT_STORE)
		return false;
	value = origin_of(function, origin_bare(function, event->value->origin));
	return value->kind == FACT__ORIGIN_KIND__ORIGIN_INT && value->number == '.' &&
	       origin_same_object(function, origin_object(uses->program, function, event->target->origin), text->root);
}

static void see_event(struct uses *uses, const struct text *text, uint32_t index)
{
	const Fact__Event *event = text->function->facts->events[index];
	bool used = is_in(text, event->value);

	uses->mended = uses->mended || puts_point(uses, text, event);
	for (size_t a = 0; a < event->n_args; a++)
		used = used || is_in(text, event->args[a]);
	if (!used || event->kind == FACT__EVENT_KIND__EVENT_NAMED || event->kind == FACT__EVENT_KIND__EVENT_LOAD)
		return;
	if (event->kind == FACT__EVENT_KIND__EVENT_CALL) {
		see_call(uses, text, index);
		return;
	}
	if (event->target)
		add_object(uses, text->function, origin_root(text->function, event->target->origin));
	else
		uses->other = true;
}

static bool see_buffer(void *data, const struct value_source *source)
{
	struct uses *uses = data;
	const Fact__Origin *origin = values_source_origin(source);

	if (source->init || origin->kind != FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		uses->other = true;
	else
		add_text(uses, source->function, source->origin);
	return true;
}

bool locale_is_shown(struct rule_run *run, const struct function *function, uint32_t event,
		     const Fact__Operand *buffer)
{
	struct uses uses = {
		.program = rule_program(run), .arena = rule_arena(run), .function = function, .event = event
	};

	if (buffer)
		trace_memory(rule_program(run), function, buffer->origin, see_buffer, &uses);
	else
		add_result(&uses, function, event);
	for (size_t i = 0; i < uses.count; i++) {
		struct text text = uses.texts[i];

		for (uint32_t e = 0; e < text.function->facts->n_events && !uses.mended; e++)
			see_event(&uses, &text, e);
	}
	return uses.mended || !uses.other;
}
