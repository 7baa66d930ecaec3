/* Names for memory that outlives a statement, and the index of what is written to it. */
#include "link/internal.h"
#include "link/values.h"

#include <inttypes.h>
#include <string.h>

/* Steps from an address to what it starts from; deeper ones have no name. */
#define PLACE_STEP_LIMIT 64
#define PLACE_FIELD_LIMIT 16
#define PLACE_DEREF_LIMIT 4
/* Casts, joins and elements looked through for the roots of an address. */
#define PLACE_LOOK_LIMIT 128

void place_key_release(struct place_key *key)
{
	strbuf_release(&key->exact);
	strbuf_release(&key->group);
}

#define NO_STEP SIZE_MAX

static bool is_number(const Fact__Unit *unit, const Fact__Origin *origin)
{
	return unit->types[origin->type]->kind == FACT__TYPE_KIND__TYPE_INT;
}

/* Which argument's place the origin is, as far as names go: NO_STEP where it is one of its own. */
static size_t step_of(const struct function *function, const Fact__Origin *origin)
{
	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
	case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
		return 0;
	case FACT__ORIGIN_KIND__ORIGIN_BINARY:
		if (origin->op != FACT__OP__OP_ADD && origin->op != FACT__OP__OP_SUB)
			return NO_STEP;
		/* A pointer moved by a number, in either order. */
		return is_number(function->unit, function->facts->origins[origin->args[0]]);
	default:
		return NO_STEP;
	}
}

/* Origins to look through, each once. */
struct look {
	uint32_t seen[PLACE_LOOK_LIMIT];
	size_t count;
	bool full;
};

static void look_at(struct look *look, uint32_t origin)
{
	for (size_t i = 0; i < look->count; i++)
		if (look->seen[i] == origin)
			return;
	look->full = look->full || look->count == PLACE_LOOK_LIMIT;
	if (!look->full)
		look->seen[look->count++] = origin;
}

size_t place_roots(const struct function *function, uint32_t address, uint32_t roots[PLACE_ROOT_LIMIT])
{
	struct look look = { .seen = { address }, .count = 1 };
	size_t count = 0;

	for (size_t i = 0; i < look.count; i++) {
		const Fact__Origin *origin = function->facts->origins[look.seen[i]];
		size_t step = step_of(function, origin);

		if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_UNION) {
			for (size_t a = 0; a < origin->n_args; a++)
				look_at(&look, origin->args[a]);
		} else if (step != NO_STEP) {
			look_at(&look, origin->args[step]);
		} else if (count == PLACE_ROOT_LIMIT) {
			return 0;
		} else {
			roots[count++] = look.seen[i];
		}
	}
	return look.full ? 0 : count;
}

/* A global's name, told apart from others of the same name. */
static void add_global(const struct program *program, const Fact__Unit *unit, uint32_t symbol, struct strbuf *out)
{
	const struct global *global = program_global(program, unit, symbol);

	if (global->unit->symbols[global->symbol]->linkage == FACT__LINKAGE__LINKAGE_EXTERNAL)
		strbuf_addf(out, "global %s", global->link_name);
	else
		strbuf_addf(out, "global %s@%s#%" PRIu32, global->name, global->unit->main_file, global->symbol);
}

/* False where the base has no name of its own. */
static bool add_base(const struct program *program, const struct function *function, const Fact__Origin *origin,
		     struct strbuf *out)
{
	const char *word;

	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		add_global(program, function->unit, origin->symbol, out);
		return true;
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
		word = "local";
		break;
	case FACT__ORIGIN_KIND__ORIGIN_PARAM:
		word = "param";
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		word = "result";
		break;
	default:
		return false;
	}
	strbuf_addf(out, "%s %s@%" PRIu32 "#%" PRId64, word, function->name, function->id, origin->number);
	return true;
}

static void add_field_name(const Fact__Unit *unit, uint32_t record, uint32_t field, struct strbuf *out)
{
	const char *name = unit->records[record]->fields[field]->name;

	if (*name)
		strbuf_addf(out, ".%s", name);
	else
		strbuf_addf(out, ".#%" PRIu32, field);
}

static void add_field_group(const Fact__Unit *unit, uint32_t record, uint32_t field, struct strbuf *out)
{
	strbuf_addf(out, "field %s", unit->records[record]->key);
	add_field_name(unit, record, field, out);
}

/* What is found on the way from an address to its base. */
struct walk {
	const Fact__Origin *fields[PLACE_FIELD_LIMIT]; /* the last step of the address first */
	size_t field_count;
	unsigned derefs; /* pointers read behind all fields */
	const Fact__Origin *base;
};

static bool walk_address(const struct function *function, uint32_t root, struct walk *walk)
{
	const Fact__Origin *origin = function->facts->origins[root];

	*walk = (struct walk){ 0 };
	for (int steps = 0; steps < PLACE_STEP_LIMIT; steps++) {
		size_t next = 0;

		if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD && walk->field_count < PLACE_FIELD_LIMIT)
			walk->fields[walk->field_count++] = origin;
		else if (origin->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD && !walk->field_count)
			walk->derefs++;
		else if ((next = step_of(function, origin)) == NO_STEP) {
			walk->base = origin;
			return walk->derefs <= PLACE_DEREF_LIMIT;
		}
		origin = function->facts->origins[origin->args[next]];
	}
	return false;
}

/* A global that the program itself defines. */
static bool is_whole_global(const struct program *program, const struct function *function,
			    const Fact__Origin *base)
{
	return base->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL &&
	       program_global(program, function->unit, base->symbol)->defined;
}

bool place_describe(const struct program *program, const struct function *function, uint32_t root,
		    struct place_key *key)
{
	const Fact__Unit *unit = function->unit;
	struct walk walk;
	bool own;

	strbuf_cut(&key->exact, 0);
	strbuf_cut(&key->group, 0);
	if (!walk_address(function, root, &walk))
		return false;
	if (walk.field_count)
		add_field_group(unit, walk.fields[0]->record, walk.fields[0]->field, &key->group);
	/* Only an object's own fields are told apart; behind a pointer any object may be meant. */
	own = walk.base->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL ||
	      walk.base->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL;
	key->followed = own || walk.field_count;
	key->unseen = walk.derefs || (!walk.field_count && !is_whole_global(program, function, walk.base));
	if (walk.field_count && !own)
		strbuf_addstr(&key->exact, strbuf_text(&key->group));
	else if (!add_base(program, function, walk.base, &key->exact))
		return false;
	for (size_t i = own ? walk.field_count : 0; i--;)
		add_field_name(unit, walk.fields[i]->record, walk.fields[i]->field, &key->exact);
	for (unsigned i = 0; i < walk.derefs; i++) {
		strbuf_addch(&key->exact, '*');
		if (walk.field_count)
			strbuf_addch(&key->group, '*');
	}
	if (!walk.field_count)
		strbuf_addstr(&key->group, strbuf_text(&key->exact));
	return true;
}

const char *values_place_key(const struct program *program, const struct function *function, uint32_t origin,
			     struct arena *arena)
{
	uint32_t roots[PLACE_ROOT_LIMIT];
	size_t count = place_roots(function, origin, roots);
	struct place_key key = { 0 };
	const char *text = "";

	for (size_t i = 0; i < count; i++) {
		bool named = place_describe(program, function, roots[i], &key);

		if (!named || (*text && strcmp(text, strbuf_text(&key.exact)) != 0)) {
			text = "";
			break;
		}
		text = arena_strdup(arena, strbuf_text(&key.exact));
	}
	place_key_release(&key);
	return text;
}

static void add_write(struct program *program, const struct place_key *key, struct place_write write)
{
	struct values *values = program->values;
	uint32_t group = names_add(&values->places, strbuf_text(&key->group));
	uint32_t index;

	write.exact = names_add(&values->places, strbuf_text(&key->exact));
	while (values->first.len < values->places.len) {
		vec_push(program->arena, &values->first, 0);
		vec_push(program->arena, &values->last, 0);
	}
	vec_push(program->arena, &values->writes, write);
	index = (uint32_t)values->writes.len;
	if (values->last.items[group])
		values->writes.items[values->last.items[group] - 1].next = index;
	else
		values->first.items[group] = index;
	values->last.items[group] = index;
}

static void index_stores(struct program *program, const struct function *function, struct place_key *key)
{
	for (uint32_t e = 0; e < function->facts->n_events; e++) {
		const Fact__Event *event = function->facts->events[e];
		uint32_t roots[PLACE_ROOT_LIMIT];
		size_t count;

		if (event->kind != FACT__EVENT_KIND__EVENT_STORE || !event->target || !event->value)
			continue;
		count = place_roots(function, event->target->origin, roots);
		for (size_t i = 0; i < count; i++)
			if (place_describe(program, function, roots[i], key))
				add_write(program, key,
					  (struct place_write){ .function = function->id, .event = e });
	}
}

/* Behind a pointer that begins with an object's address lies what is in the object. */
static void index_object(struct program *program, const Fact__Unit *unit, const Fact__StaticInit *init,
			 struct place_key *key)
{
	struct strbuf object = { 0 };
	struct place_write write = { .unit = unit, .init = init };

	if (init->value->kind != FACT__ORIGIN_KIND__ORIGIN_GLOBAL)
		return;
	add_global(program, unit, init->value->symbol, &object);
	write.object = 1 + names_add(&program->values->places, strbuf_text(&object));
	strbuf_addch(&key->exact, '*');
	strbuf_addch(&key->group, '*');
	add_write(program, key, write);
	strbuf_release(&object);
}

static void index_inits(struct program *program, const Fact__Unit *unit, struct place_key *key)
{
	for (size_t i = 0; i < unit->n_static_inits; i++) {
		const Fact__StaticInit *init = unit->static_inits[i];
		size_t last = init->n_fields;

		strbuf_cut(&key->exact, 0);
		strbuf_cut(&key->group, 0);
		add_global(program, unit, init->symbol, &key->exact);
		for (size_t f = 0; f < init->n_fields; f++)
			add_field_name(unit, init->records[f], init->fields[f], &key->exact);
		if (last)
			add_field_group(unit, init->records[last - 1], init->fields[last - 1], &key->group);
		else
			strbuf_addstr(&key->group, strbuf_text(&key->exact));
		add_write(program, key, (struct place_write){ .unit = unit, .init = init });
		index_object(program, unit, init, key);
	}
}

void places_index(struct program *program)
{
	struct place_key key = { 0 };

	program->values = arena_new(program->arena, struct values);
	for (size_t u = 0; u < program->units.len; u++)
		index_inits(program, program->units.items[u], &key);
	for (size_t f = 0; f < program->functions.len; f++)
		index_stores(program, &program->functions.items[f], &key);
	place_key_release(&key);
}
