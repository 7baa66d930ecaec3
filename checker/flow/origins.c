/* Values to origins, without recursion: an origin gets its number first and its arguments later. */
#include "flow/origins.h"

#include <string.h>

/* Chains of reads and joins that stand for a single value are short; a longer one is left as it is. */
#define RESOLVE_LIMIT 64

void origins_init(struct origins *origins, struct arena *arena, struct body *body)
{
	*origins = (struct origins){ .arena = arena, .body = body };
	origins_add(origins, VALUE_UNKNOWN);
}

void origins_release(struct origins *origins)
{
	map_release(&origins->index_of);
	map_release(&origins->object_of);
}

static const struct value *value_at(const struct origins *o, uint32_t value)
{
	return &o->body->values.all.items[value];
}

static bool reads_local(const struct origins *o, uint32_t value)
{
	const struct value *v = value_at(o, value);
	const struct ir_type *type = &o->body->unit->types.items[v->type];

	return v->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD && type->kind != IR_T_RECORD && type->kind != IR_T_ARRAY &&
	       value_at(o, value_root(&o->body->values, v->args[0]))->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL;
}

/* What a read of a local object may yield; UNDEFINED counts only where there is nothing else. */
static void local_sources(struct origins *o, uint32_t load, struct value_list *sources)
{
	size_t kept = 0;

	value_local_sources(&o->body->values, load, sources);
	for (size_t i = 0; i < sources->items.len; i++)
		if (value_at(o, sources->items.items[i])->kind != FACT__ORIGIN_KIND__ORIGIN_UNDEFINED)
			sources->items.items[kept++] = sources->items.items[i];
	if (kept)
		sources->items.len = kept;
}

/* The one value that all arguments of a phi are, apart from itself and what was never written; or the phi. */
static uint32_t single_argument(struct origins *o, uint32_t phi)
{
	uint32_t found = phi;

	for (uint32_t i = 0; i < value_at(o, phi)->arg_count; i++) {
		uint32_t arg = value_at(o, phi)->args[i];

		if (arg == phi || value_at(o, arg)->kind == FACT__ORIGIN_KIND__ORIGIN_UNDEFINED)
			continue;
		if (found != phi && found != arg)
			return phi;
		found = arg;
	}
	return found;
}

uint32_t origins_resolve(struct origins *o, uint32_t value)
{
	for (int i = 0; i < RESOLVE_LIMIT; i++) {
		uint32_t below = value;

		if (value_at(o, value)->kind == FACT__ORIGIN_KIND__ORIGIN_UNION) {
			below = single_argument(o, value);
		} else if (reads_local(o, value)) {
			struct value_list sources = { 0 };

			local_sources(o, value, &sources);
			if (sources.items.len == 1)
				below = sources.items.items[0];
		}
		if (below == value)
			return value;
		value = below;
	}
	return value;
}

uint32_t origins_add(struct origins *o, uint32_t value)
{
	bool added;
	uint64_t *index;

	value = origins_resolve(o, value);
	index = map_put(&o->index_of, value, o->all.len, &added);
	if (added) {
		Fact__Origin *origin = arena_new(o->arena, Fact__Origin);

		fact__origin__init(origin);
		vec_push(o->arena, &o->all, origin);
		vec_push(o->body->arena, &o->values, value);
	}
	return (uint32_t)*index;
}

static uint32_t object_index(struct origins *o, uint32_t local)
{
	bool added;
	uint64_t *index = map_put(&o->object_of, local, o->objects.len, &added);

	if (added)
		vec_push(o->body->arena, &o->objects, local);
	return (uint32_t)*index;
}

static void set_args(struct origins *o, Fact__Origin *origin, const uint32_t *values, size_t count, bool unlike)
{
	origin->args = arena_array(o->arena, uint32_t, count);
	for (size_t i = 0; i < count; i++) {
		uint32_t arg = origins_add(o, values[i]);
		bool there = false;

		for (size_t k = 0; k < origin->n_args && unlike; k++)
			there |= origin->args[k] == arg;
		if (!there)
			origin->args[origin->n_args++] = arg;
	}
}

/* A join keeps each different argument once, and not itself. */
static void write_union(struct origins *o, Fact__Origin *origin, uint32_t self, const struct value_list *sources)
{
	struct value_list others = { 0 };

	for (size_t i = 0; i < sources->items.len; i++)
		if (origins_add(o, sources->items.items[i]) != self)
			vec_push(o->body->arena, &others.items, sources->items.items[i]);
	origin->kind = FACT__ORIGIN_KIND__ORIGIN_UNION;
	set_args(o, origin, others.items.items, others.items.len, true);
}

/* As write_union, and which block each argument comes from. */
static void write_join(struct origins *o, Fact__Origin *origin, uint32_t self, const struct value *phi)
{
	const struct graph *graph = &o->body->graph;

	origin->number = graph->order_of[phi->block] + 1;
	origin->args = arena_array(o->arena, uint32_t, phi->arg_count);
	origin->from = arena_array(o->arena, uint32_t, phi->arg_count);
	for (uint32_t i = 0; i < phi->arg_count; i++) {
		uint32_t from = graph->edges[graph->in_edges[graph->in_first[phi->block] + i]].from;
		uint32_t arg;

		if (value_at(o, phi->args[i])->kind == FACT__ORIGIN_KIND__ORIGIN_UNDEFINED)
			continue;
		arg = origins_add(o, phi->args[i]);
		if (arg == self)
			continue;
		origin->args[origin->n_args++] = arg;
		origin->from[origin->n_from++] = graph->order_of[from];
	}
}

static void write_string(struct origins *o, Fact__Origin *origin, const struct value *v)
{
	const struct ir_string *string = &o->body->unit->strings.items[v->number];

	origin->text.data = (uint8_t *)arena_strndup(o->arena, string->bytes, string->length);
	origin->text.len = string->length;
	origin->number = string->length;
}

static void write_origin(struct origins *o, uint32_t index)
{
	Fact__Origin *origin = o->all.items[index];
	uint32_t value = o->values.items[index];
	struct value v = *value_at(o, value);
	struct value_list sources = { 0 };

	origin->kind = v.kind;
	origin->type = v.type;
	origin->op = (Fact__Op)v.op;
	origin->number = v.number;
	origin->symbol = v.symbol;
	origin->record = v.record;
	origin->field = v.field;
	if (v.kind == FACT__ORIGIN_KIND__ORIGIN_STRING) {
		write_string(o, origin, &v);
	} else if (v.kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL) {
		origin->number = object_index(o, (uint32_t)v.number);
	} else if (v.kind == FACT__ORIGIN_KIND__ORIGIN_FIELD) {
		origin->number = 0;
		set_args(o, origin, v.args, v.arg_count, false);
	} else if (v.kind == FACT__ORIGIN_KIND__ORIGIN_UNION) {
		write_join(o, origin, index, &v);
	} else if (reads_local(o, value)) {
		local_sources(o, value, &sources);
		write_union(o, origin, index, &sources);
	} else {
		set_args(o, origin, v.args, v.arg_count, false);
	}
}

void origins_finish(struct origins *o)
{
	for (; o->written < o->all.len; o->written++)
		write_origin(o, (uint32_t)o->written);
}
