/*
 * Method tables: a call through a field of objects that are all known runs what those objects hold, not whatever
 * any object's field of that name may. Targets that only other objects hold are dropped.
 */
#include "link/internal.h"
#include "link/values.h"

#include <string.h>

/* Of so many functions that some object may hold, or some caller hand over, each one is a guess. */
#define MANY_TARGETS 6
/* Objects whose table may be meant; more are not told apart. */
#define TABLE_LIMIT 16

struct tables {
	const struct program *program;
	struct arena *arena;
	const char *keys[TABLE_LIMIT]; /* places of the objects */
	size_t count;
	bool unknown;
};

static bool is_address(Fact__OriginKind kind)
{
	return kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL || kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL ||
	       kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT || kind == FACT__ORIGIN_KIND__ORIGIN_FIELD;
}

static bool see_table(void *data, const struct value_source *source)
{
	struct tables *tables = data;
	const Fact__Origin *origin = values_source_origin(source);
	const struct values *values = tables->program->values;
	const char *key;
	uint32_t place;

	if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_INT && !origin->number)
		return true; /* no object */
	tables->unknown = source->init || source->maybe || tables->count == TABLE_LIMIT || !is_address(origin->kind);
	key = tables->unknown ? "" : values_place_key(tables->program, source->function, source->origin, tables->arena);
	if (strncmp(key, "global ", strlen("global ")) != 0 && strncmp(key, "local ", strlen("local ")) != 0)
		key = "";
	/* Of an object that another one is copied to, the fields are not known by name. */
	place = names_find(&values->places, key);
	tables->unknown |= !*key || (place != NAMES_NONE && values->first.items[place]);
	if (!tables->unknown)
		tables->keys[tables->count++] = key;
	return !tables->unknown;
}

/* The field that the callee is read from, or NULL. */
static const Fact__Origin *table_field(const struct function *function, const Fact__Event *event)
{
	const Fact__Function *facts = function->facts;
	const Fact__Origin *callee = call_callee(facts, event), *field;

	if (callee->kind != FACT__ORIGIN_KIND__ORIGIN_LOAD)
		return NULL;
	field = facts->origins[callee->args[0]];
	return field->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD ? field : NULL;
}

/* The function that is written there, or UINT32_MAX where that isn't one by name. */
static uint32_t written_function(const struct program *program, const struct place_write *write)
{
	const Fact__Unit *unit = write->unit;
	const Fact__Origin *value;
	const struct function *function;

	if (write->init) {
		value = write->init->value;
	} else {
		const struct function *writer = &program->functions.items[write->function];

		unit = writer->unit;
		value = writer->facts->origins[writer->facts->events[write->event]->value->origin];
	}
	if (value->kind != FACT__ORIGIN_KIND__ORIGIN_FUNCTION)
		return UINT32_MAX;
	function = program_function(program, unit, value->symbol);
	return function ? function->id : UINT32_MAX;
}

static bool is_of_table(const struct tables *tables, const char *exact, const char *group, const char *field)
{
	if (!strcmp(exact, group))
		return true; /* through a pointer, any object may be meant */
	for (size_t i = 0; i < tables->count; i++) {
		size_t length = strlen(tables->keys[i]);

		if (!strncmp(exact, tables->keys[i], length) && exact[length] == '.' &&
		    !strcmp(exact + length + 1, field))
			return true;
	}
	return false;
}

/* Whether the objects may hold that function in the field. */
static bool may_hold(const struct tables *tables, const char *group, const char *field, uint32_t target)
{
	const struct values *values = tables->program->values;
	uint32_t place = names_find(&values->places, group);

	for (uint32_t w = place == NAMES_NONE ? 0 : values->first.items[place]; w; w = values->writes.items[w - 1].next) {
		const struct place_write *write = &values->writes.items[w - 1];
		uint32_t written;

		if (!is_of_table(tables, values->places.texts[write->exact], group, field))
			continue;
		written = written_function(tables->program, write);
		if (written == UINT32_MAX || written == target)
			return true;
	}
	return false;
}

static void drop_others(const struct tables *tables, const char *group, const char *field, const struct call *calls,
			size_t count, bool *dropped)
{
	bool held = false;

	for (size_t i = 0; i < count && !held; i++)
		held = calls[i].target != UINT32_MAX && may_hold(tables, group, field, calls[i].target);
	for (size_t i = 0; i < count && held; i++)
		dropped[calls[i].id] = calls[i].how == CALL_POINTER && calls[i].target != UINT32_MAX &&
				       !may_hold(tables, group, field, calls[i].target);
}

/* Whether the objects are known whose field is called; drops the edges that only others have. */
static bool refine(const struct program *program, const struct function *function, const struct call *calls,
		   size_t count, bool *dropped)
{
	const Fact__Event *event = function->facts->events[calls->event];
	const Fact__Origin *field = table_field(function, event);
	const Fact__Record *record = field ? function->unit->records[field->record] : NULL;
	struct arena scratch = { 0 };
	struct tables tables = { .program = program, .arena = &scratch };
	const char *name, *group;
	bool known;

	if (!field || !record->fields[field->field]->name[0])
		return false;
	name = record->fields[field->field]->name;
	group = arena_printf(&scratch, "field %s.%s", record->key, name);
	values_trace_origin(program, function, field->args[0], see_table, &tables);
	known = tables.count && !tables.unknown;
	if (known)
		drop_others(&tables, group, name, calls, count, dropped);
	arena_release(&scratch);
	return known;
}

static void drop_calls(struct program *program, const bool *dropped)
{
	size_t kept = 0;

	for (size_t f = 0; f < program->functions.len; f++)
		program->functions.items[f].calls.len = program->functions.items[f].call_sites.len = 0;
	for (size_t i = 0; i < program->calls.len; i++) {
		struct call call = program->calls.items[i];

		if (dropped[call.id])
			continue;
		call.id = (uint32_t)kept;
		program->calls.items[kept++] = call;
		vec_push(program->arena, &program->functions.items[call.caller].calls, call.id);
		if (call.target != UINT32_MAX)
			vec_push(program->arena, &program->functions.items[call.target].call_sites, call.id);
	}
	program->calls.len = kept;
}

void callgraph_refine(struct program *program)
{
	struct arena scratch = { 0 };
	bool *dropped = arena_array(&scratch, bool, program->calls.len + 1);
	size_t end;

	for (size_t i = 0; i < program->calls.len; i = end) {
		const struct call *first = &program->calls.items[i];

		for (end = i + 1; end < program->calls.len && program->calls.items[end].caller == first->caller &&
				  program->calls.items[end].event == first->event;)
			end++;
		if (end == i + 1 || first->how != CALL_POINTER ||
		    refine(program, &program->functions.items[first->caller], first, end - i, dropped))
			continue;
		for (size_t k = i; k < end && end - i > MANY_TARGETS; k++)
			program->calls.items[k].maybe |= program->calls.items[k].how == CALL_POINTER;
	}
	drop_calls(program, dropped);
	arena_release(&scratch);
}
