/* Objects that hold names of files to create: traced back from open, fopen, bind and their like. */
#include "rules/created.h"

#include "rules/trace.h"

#include <string.h>

#define GLOBALS ((uint64_t)UINT32_MAX << 32)
#define OBJECT 0x80000000u

struct marking {
	const struct program *program;
	const struct map *names;
	struct map *add; /* NULL: only ask */
	bool found;
};

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
		return !source->hop_count;
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

	if (source->init || !is_told_apart(source))
		return true;
	key = object_key(marking->program, source->function, source->origin);
	if (marking->add)
		map_put(marking->add, key, 1, NULL);
	else
		marking->found = map_get(marking->names, key);
	return !marking->found;
}

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

void created_find(const struct program *program, struct arena *arena, struct created *created)
{
	for (size_t i = 0; i < program->calls.len; i++) {
		const struct call *call = &program->calls.items[i];
		const struct function *function = &program->functions.items[call->caller];
		const struct model_trait *creates = call->library ? model_trait(call->library, TRAIT_CREATES) : NULL;
		const Fact__Event *event = function->facts->events[call->event];
		struct marking marking = { .program = program, .add = &created->names };

		if (creates && (size_t)creates->a < event->n_args && call->how <= CALL_MAYBE &&
		    takes_what_is_there(program, function, event, creates, arena))
			trace_memory(program, function, event->args[creates->a]->origin, mark, &marking);
	}
}

void created_release(struct created *created)
{
	map_release(&created->names);
}

bool created_has(const struct program *program, const struct created *created, const struct function *function,
		 uint32_t address)
{
	struct marking marking = { .program = program, .names = &created->names };

	if (created->names.len)
		trace_memory(program, function, address, mark, &marking);
	return marking.found;
}
