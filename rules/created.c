/* Objects that hold names of files to create: traced back from open, fopen, bind and their like. */
#include "rules/created.h"

#include "rules/clock.h"
#include "rules/trace.h"

#include <string.h>

#define GLOBALS ((uint64_t)UINT32_MAX << 32)
#define OBJECT 0x80000000u

/* Objects looked at for what they are made of: past this the rest stays unknown. */
#define PART_LIMIT 4000

/* A C++ object, or the result of a call that is one: its text comes from other objects. */
struct part {
	const struct function *function;
	uint32_t origin;
};

struct marking {
	const struct program *program;
	struct arena *arena;
	struct created *created;
	bool adds; /* else it only asks */
	VEC(struct part) parts; /* of what was added */
	uint64_t field;  /* the part of the object that is asked about: what its key is mixed with */
	bool found;
};

/* A member's name as what object keys are mixed with; 0 where the address names none. */
static uint64_t field_of(struct names *fields, const struct function *function, uint32_t address)
{
	uint64_t field = clock_last_field(function, origin_bare(function, address));
	const Fact__Record *record;

	if (field == UINT64_MAX)
		return 0;
	record = function->unit->records[field >> 32];
	return (names_add(fields, record->fields[(uint32_t)field]->name) + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

/* One number for an object, in whatever function it is looked at. */
static uint64_t object_key(const struct program *program, const struct function *function, uint32_t origin)
{
	uint32_t root = origin_root(function, origin);
	const Fact__Origin *at = origin_of(function, root);

	/* asprintf(&name, …): the variable stands for what it points to. */
	if (at->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD || at->kind == FACT__ORIGIN_KIND__ORIGIN_OUT) {
		uint32_t variable = origin_root(function, at->args[0]);

		if (origin_of(function, variable)->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL)
			at = origin_of(function, variable);
	}
	if (at->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		return (uint64_t)function->id << 32 | OBJECT | (uint64_t)at->number;
	if (at->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL) {
		const struct global *global = program_global(program, function->unit, at->symbol);

		return GLOBALS | (global ? global->id : UINT32_MAX);
	}
	return (uint64_t)function->id << 32 | root;
}

static bool is_record(const struct function *function, uint32_t origin)
{
	const Fact__Type *type = origin_type(function, origin);

	if (type && type->kind == FACT__TYPE_KIND__TYPE_POINTER && type->element)
		type = function->unit->types[type->element - 1];
	return type && type->kind == FACT__TYPE_KIND__TYPE_RECORD;
}

/* Whether the object can be told from others: all that a wrapper of malloc gives looks the same. */
static bool is_told_apart(const struct value_source *source)
{
	const Fact__Origin *origin = values_source_origin(source);

	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		return true;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		return !source->hop_count || is_record(source->function, source->origin);
	case FACT__ORIGIN_KIND__ORIGIN_LOAD:
	case FACT__ORIGIN_KIND__ORIGIN_OUT:
		return origin_of(source->function, origin_root(source->function, origin->args[0]))->kind ==
		       FACT__ORIGIN_KIND__ORIGIN_LOCAL;
	default:
		return false;
	}
}

static bool mark(void *data, const struct value_source *source)
{
	struct marking *marking = data;
	uint64_t key;
	bool added;

	if (source->init || !is_told_apart(source))
		return true;
	key = object_key(marking->program, source->function, source->origin) ^ marking->field;
	if (!marking->adds) {
		marking->found = map_get(&marking->created->names, key);
		return !marking->found;
	}
	map_put(&marking->created->names, key, 1, &added);
	if (added && !marking->field && is_record(source->function, source->origin) && marking->parts.len < PART_LIMIT)
		vec_push(marking->arena, &marking->parts, (struct part){ source->function, source->origin });
	return true;
}

static void mark_address(struct marking *marking, const struct function *function, uint32_t address)
{
	marking->field = field_of(&marking->created->fields, function, address);
	trace_memory(marking->program, function, address, mark, marking);
}

/* --- what C++ strings and paths are made of --------------------------------------------- */

static void mark_copied(struct marking *marking, const struct part *part, const Fact__Event *event,
			const struct model_trait *copies)
{
	for (size_t a = 0; a < event->n_args; a++)
		if ((copies->b < 0 ? (int64_t)a > copies->a : (int64_t)a == copies->b) &&
		    is_record(part->function, event->args[a]->origin))
			mark_address(marking, part->function, event->args[a]->origin);
}

/* What a call copies into the object, or into what it returns where that is the object. */
static void mark_call(struct marking *marking, const struct part *part, uint32_t index, bool result)
{
	const Fact__Event *event = part->function->facts->events[index];
	const char *callee = program_library_callee(marking->program, part->function, index);
	size_t count = 0;
	const struct model_trait *rows = callee ? model_traits(callee, &count) : NULL;

	for (size_t i = 0; rows && i < count; i++) {
		if (rows[i].trait != TRAIT_COPIES || (rows[i].a < 0) != result)
			continue;
		if (result || ((size_t)rows[i].a < event->n_args &&
			       origin_same_object(part->function,
						  origin_object(marking->program, part->function,
								event->args[rows[i].a]->origin),
						  part->origin)))
			mark_copied(marking, part, event, &rows[i]);
	}
}

static void mark_parts(struct marking *marking, const struct part *part)
{
	const struct function *function = part->function;
	const Fact__Origin *origin = origin_of(function, origin_bare(function, part->origin));

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT) {
		mark_call(marking, part, (uint32_t)origin->number, true);
		return;
	}
	for (uint32_t i = 0; i < function->facts->n_events; i++) {
		const Fact__Event *event = function->facts->events[i];

		if (event->kind == FACT__EVENT_KIND__EVENT_CALL)
			mark_call(marking, part, i, false);
		else if (event->kind == FACT__EVENT_KIND__EVENT_STORE &&
			 origin_same_object(function, event->target->origin, part->origin))
			mark_address(marking, function, event->value->origin);
	}
}

/* --- calls that create -------------------------------------------------------------------- */

struct flags {
	int64_t create, exclusive;
};

/* As the target's headers number them. */
static struct flags open_flags(const char *target)
{
	if (strstr(target, "apple") || strstr(target, "darwin") || strstr(target, "bsd"))
		return (struct flags){ 0x200, 0x800 };
	return (struct flags){ 0100, 0200 };
}

static bool takes_what_is_there(const struct program *program, const struct function *function, const Fact__Event *event,
				const struct model_trait *creates, struct arena *arena)
{
	const Fact__Type *type;
	const Fact__Operand *how;
	struct flags flags = open_flags(function->unit->target);
	const char *mode;
	int64_t number;

	if (creates->b < 0)
		return true;
	if ((size_t)creates->b >= event->n_args)
		return false;
	how = event->args[creates->b];
	type = origin_type(function, how->origin);
	if (type && type->kind == FACT__TYPE_KIND__TYPE_INT)
		return trace_number(program, function, how, &number) && (number & flags.create) &&
		       !(number & flags.exclusive);
	mode = trace_text(program, function, how, arena);
	return mode && mode[0] == 'w' && !strchr(mode, 'x');
}

/* std::ios modes as libstdc++ numbers them: what isn't appended to, kept as it is, or refused where it is there. */
static bool stream_replaces(const struct program *program, const struct function *function, const Fact__Event *event,
			    const struct model_trait *creates)
{
	enum { APPENDS = 1, INPUT = 8, EMPTIES = 32, INSISTS = 64 };
	int64_t mode;

	return (size_t)creates->b < event->n_args &&
	       trace_number(program, function, event->args[creates->b], &mode) &&
	       ((mode & EMPTIES) || !(mode & INPUT)) && !(mode & (APPENDS | INSISTS));
}

/* In a loop that makes another name where the one is taken. */
static bool tries_again(const struct model_trait *creates, const Fact__Event *event)
{
	return creates->b == -2 && event->loop;
}

/* The call's argument with the name of what it creates, or -1. */
static int64_t created_name(const struct program *program, const struct function *function, const struct call *call,
			    struct arena *arena)
{
	const Fact__Event *event = function->facts->events[call->event];
	const struct model_trait *creates = model_trait(call->library, TRAIT_CREATES);
	const struct model_trait *stream = model_trait(call->library, TRAIT_CREATES_STREAM);

	if (creates && (size_t)creates->a < event->n_args && !tries_again(creates, event) &&
	    takes_what_is_there(program, function, event, creates, arena))
		return creates->a;
	if (stream && (size_t)stream->a < event->n_args && stream_replaces(program, function, event, stream))
		return stream->a;
	return -1;
}

/* Whether the function itself creates what the buffer names with O_EXCL: callers may use the buffer for other names. */
static bool refuses_what_is_there(const struct program *program, const struct function *function, uint32_t address)
{
	struct flags flags = open_flags(function->unit->target);
	uint32_t root = origin_root(function, address);

	for (size_t i = 0; i < function->calls.len; i++) {
		const struct call *call = &program->calls.items[function->calls.items[i]];
		const Fact__Event *event = function->facts->events[call->event];
		const struct model_trait *creates = call->library ? model_trait(call->library, TRAIT_CREATES) : NULL;
		int64_t number;

		if (creates && creates->b >= 0 && (size_t)creates->b < event->n_args &&
		    origin_same_object(function, root, origin_root(function, event->args[creates->a]->origin)) &&
		    trace_number(program, function, event->args[creates->b], &number))
			return (number & flags.create) && (number & flags.exclusive);
	}
	return false;
}

void created_find(const struct program *program, struct arena *arena, struct created *created)
{
	struct marking marking = { .program = program, .arena = arena, .created = created, .adds = true };

	for (size_t i = 0; i < program->calls.len; i++) {
		const struct call *call = &program->calls.items[i];
		const struct function *function = &program->functions.items[call->caller];
		int64_t name = call->library && call->how <= CALL_MAYBE ? created_name(program, function, call, arena) : -1;

		if (name >= 0)
			mark_address(&marking, function, function->facts->events[call->event]->args[name]->origin);
	}
	for (size_t i = 0; i < marking.parts.len; i++) {
		struct part part = marking.parts.items[i];

		mark_parts(&marking, &part);
	}
}

void created_release(struct created *created)
{
	map_release(&created->names);
	names_release(&created->fields);
}

bool created_has(const struct program *program, struct created *created, const struct function *function,
		 uint32_t address)
{
	struct marking marking = { .program = program, .created = created };

	if (!created->names.len || refuses_what_is_there(program, function, address))
		return false;
	mark_address(&marking, function, address);
	/* A member of an object that is handed over whole. */
	if (!marking.found && marking.field) {
		marking.field = 0;
		trace_memory(program, function, address, mark, &marking);
	}
	return marking.found;
}
