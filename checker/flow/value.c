/* The value graph: shared nodes, and what reads of memory yield. */
#include "flow/value.h"

#include "base/err.h"

#include <string.h>
#include <xxhash.h>

/* How many writes a read looks back through for the one that it reads. */
#define LOAD_WALK_LIMIT 64

void values_init(struct values *values, struct arena *arena, const struct ir_unit *unit, struct map *index,
		 const uint32_t *order_of)
{
	*values = (struct values){ .arena = arena, .unit = unit, .index = index, .order_of = order_of };
	value_fresh(values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_UNKNOWN });
	vec_push(arena, &values->versions, (struct version){ .kind = VERSION_ENTRY });
}

static uint32_t lower_block(const struct values *values, uint32_t a, uint32_t b)
{
	return values->order_of[a] < values->order_of[b] ? b : a;
}

uint32_t value_fresh(struct values *values, const struct value *value)
{
	struct value copy = *value;
	bool phi = value->kind == FACT__ORIGIN_KIND__ORIGIN_UNION;

	for (uint32_t i = 0; i < value->arg_count && !phi; i++)
		copy.block = lower_block(values, copy.block, values->all.items[value->args[i]].block);
	if (value->kind == FACT__ORIGIN_KIND__ORIGIN_LOAD)
		copy.block = lower_block(values, copy.block, values->versions.items[value->memory].block);

	if (value->arg_count) {
		copy.args = arena_array(values->arena, uint32_t, value->arg_count);
		memcpy(copy.args, value->args, value->arg_count * sizeof *copy.args);
	}
	vec_push(values->arena, &values->all, copy);
	vec_push(values->arena, &values->next, IR_NONE);
	return (uint32_t)values->all.len - 1;
}

/* An address is the same whatever it is typed as; `p` and `(T *)p` differ by a cast node only where the cast was kept. */
static bool type_matters(Fact__OriginKind kind)
{
	switch (kind) {
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
	case FACT__ORIGIN_KIND__ORIGIN_FIELD:
	case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
	case FACT__ORIGIN_KIND__ORIGIN_FUNCTION:
		return false;
	default:
		return true;
	}
}

static bool same_node(const struct value *a, const struct value *b)
{
	return a->kind == b->kind && a->op == b->op && (a->type == b->type || !type_matters(a->kind)) &&
	       a->number == b->number && a->symbol == b->symbol && a->record == b->record && a->field == b->field &&
	       a->memory == b->memory && a->arg_count == b->arg_count &&
	       (!a->arg_count || !memcmp(a->args, b->args, a->arg_count * sizeof *a->args));
}

static uint64_t digest(const struct value *v)
{
	uint64_t parts[] = { v->kind,   v->op,    type_matters(v->kind) ? v->type : 0, (uint64_t)v->number, v->symbol,
			     v->record, v->field, v->memory };

	return XXH3_64bits_withSeed(parts, sizeof parts, XXH3_64bits(v->args, v->arg_count * sizeof *v->args));
}

uint32_t value_make(struct values *values, const struct value *value)
{
	uint64_t key = digest(value);
	bool added;
	uint64_t *first = map_put(values->index, key, values->all.len, &added);
	uint32_t at = (uint32_t)*first;

	if (added)
		return value_fresh(values, value);
	for (;; at = values->next.items[at]) {
		if (same_node(&values->all.items[at], value))
			return at;
		if (values->next.items[at] == IR_NONE)
			break;
	}
	values->next.items[at] = (uint32_t)values->all.len;
	return value_fresh(values, value);
}

uint32_t value_int(struct values *values, uint32_t type, int64_t number)
{
	return value_make(values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_INT, .type = type, .number = number });
}

uint32_t value_root(const struct values *values, uint32_t address)
{
	for (;;) {
		const struct value *v = &values->all.items[address];
		bool step = v->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD || v->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT ||
			    v->kind == FACT__ORIGIN_KIND__ORIGIN_CAST;

		if (!step)
			return address;
		address = v->args[0];
	}
}

static bool constant_index(const struct values *values, const struct value *element, int64_t *index)
{
	const struct value *v = &values->all.items[element->args[1]];

	*index = v->number;
	return v->kind == FACT__ORIGIN_KIND__ORIGIN_INT;
}

static bool named_object(const struct value *root)
{
	return root->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL || root->kind == FACT__ORIGIN_KIND__ORIGIN_GLOBAL;
}

/* Whether two roots can't be the same memory. A parameter never points into its own function's frame. */
static bool roots_apart(const struct value *a, const struct value *b)
{
	if (named_object(a) && named_object(b))
		return a->kind != b->kind || a->number != b->number || a->symbol != b->symbol;
	if (a->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		return b->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM;
	return b->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL && a->kind == FACT__ORIGIN_KIND__ORIGIN_PARAM;
}

/* Whether two addresses certainly name different memory. */
static bool disjoint(const struct values *values, uint32_t one, uint32_t other)
{
	const struct value *a = &values->all.items[one], *b = &values->all.items[other];
	int64_t i, j;

	if (roots_apart(&values->all.items[value_root(values, one)], &values->all.items[value_root(values, other)]))
		return true;
	if (a->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD && b->kind == FACT__ORIGIN_KIND__ORIGIN_FIELD &&
	    a->record == b->record && a->field != b->field && a->number != VALUE_UNION_FIELD)
		return true;
	return a->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT && b->kind == FACT__ORIGIN_KIND__ORIGIN_ELEMENT &&
	       a->args[0] == b->args[0] && constant_index(values, a, &i) && constant_index(values, b, &j) && i != j;
}

/* Pointers are the same number whatever they point to. */
static bool same_type(const struct values *values, uint32_t a, uint32_t b)
{
	const struct ir_type *types = values->unit->types.items;

	return a == b || (types[a].kind == IR_T_POINTER && types[b].kind == IR_T_POINTER);
}

uint32_t value_load(struct values *values, uint32_t address, uint32_t memory, uint32_t type)
{
	for (int walked = 0; walked < LOAD_WALK_LIMIT; walked++) {
		const struct version *v = &values->versions.items[memory];

		if (v->kind != VERSION_STORE)
			break;
		if (v->address == address) {
			if (same_type(values, values->all.items[v->value].type, type))
				return v->value;
			break;
		}
		if (!disjoint(values, v->address, address))
			break;
		memory = v->before;
	}
	return value_make(values, &(struct value){ .kind = FACT__ORIGIN_KIND__ORIGIN_LOAD,
						   .type = type,
						   .memory = memory,
						   .arg_count = 1,
						   .args = &address });
}

static void add_source(struct values *values, struct value_list *sources, uint32_t value)
{
	for (size_t i = 0; i < sources->items.len; i++)
		if (sources->items.items[i] == value)
			return;
	vec_push(values->arena, &sources->items, value);
}

/* A call that was handed an address inside the object may have filled it, at `address` too. */
static void add_out(struct values *values, struct value_list *sources, uint32_t version, uint32_t root, uint32_t address,
		    uint32_t type)
{
	for (uint32_t i = 0; i < values->versions.items[version].arg_count; i++) {
		uint32_t arg = values->versions.items[version].args[i];
		struct value out = { .kind = FACT__ORIGIN_KIND__ORIGIN_OUT,
				     .type = type,
				     .number = values->versions.items[version].event,
				     .arg_count = 1,
				     .args = &address };

		if (value_root(values, arg) == root)
			add_source(values, sources, value_make(values, &out));
	}
}

/* Deeper steps than these inside one copied record are left alone. */
#define COPY_STEPS_LIMIT 8

/*
 * The object was copied whole from elsewhere (`struct s copy = *p`): what is
 * read of it at `address` was read there, by the same steps.
 */
static bool add_copied(struct values *values, struct value_list *sources, const struct version *copy, uint32_t load)
{
	const struct value *from = &values->all.items[copy->value];
	uint32_t steps[COPY_STEPS_LIMIT], count = 0, at = values->all.items[load].args[0];

	if (from->kind != FACT__ORIGIN_KIND__ORIGIN_LOAD || values->unit->types.items[from->type].kind != IR_T_RECORD)
		return false;
	for (; at != copy->address; at = values->all.items[at].args[0]) {
		Fact__OriginKind kind = values->all.items[at].kind;

		if (count == COPY_STEPS_LIMIT ||
		    (kind != FACT__ORIGIN_KIND__ORIGIN_FIELD && kind != FACT__ORIGIN_KIND__ORIGIN_ELEMENT))
			return false;
		steps[count++] = at;
	}
	at = from->args[0];
	while (count > 0) {
		struct value step = values->all.items[steps[--count]];
		uint32_t args[] = { at, step.arg_count > 1 ? step.args[1] : 0 };

		step.args = args;
		at = value_make(values, &step);
	}
	add_source(values, sources, value_load(values, at, from->memory, values->all.items[load].type));
	return true;
}

/* Takes in one write; says whether older ones may still be seen behind it. */
static bool see_write(struct values *values, uint32_t version, uint32_t load, uint32_t root, struct value_list *sources)
{
	struct version v = values->versions.items[version];
	uint32_t address = values->all.items[load].args[0], type = values->all.items[load].type;

	if (v.kind == VERSION_CALL) {
		add_out(values, sources, version, root, address, type);
		return true;
	}
	if (v.kind != VERSION_STORE && v.kind != VERSION_ZERO)
		return true;
	if (value_root(values, v.address) != root || disjoint(values, v.address, address))
		return true;
	if (v.kind == VERSION_STORE && v.address != address && add_copied(values, sources, &v, load))
		return false;
	add_source(values, sources, v.kind == VERSION_STORE ? v.value : value_int(values, type, 0));
	return v.address != address && !(v.kind == VERSION_ZERO && v.address == root);
}

void value_local_sources(struct values *values, uint32_t load, struct value_list *sources)
{
	uint32_t root = value_root(values, values->all.items[load].args[0]), steps = 0;
	struct value undefined = { .kind = FACT__ORIGIN_KIND__ORIGIN_UNDEFINED, .type = values->all.items[load].type };
	struct value_list work = { 0 }; /* where walks begin: the load, and the arguments of phis */

	vec_push(values->arena, &work.items, values->all.items[load].memory);
	for (size_t i = 0; i < work.items.len; i++) {
		uint32_t version = work.items.items[i];
		bool behind = true;

		while (behind && values->versions.items[version].kind != VERSION_ENTRY &&
		       values->versions.items[version].kind != VERSION_PHI) {
			if (steps++ == LOCAL_LOAD_STEPS || sources->items.len >= LOCAL_LOAD_SOURCES) {
				add_source(values, sources, VALUE_UNKNOWN);
				return;
			}
			behind = see_write(values, version, load, root, sources);
			version = values->versions.items[version].before;
		}
		if (!behind)
			continue;
		if (values->versions.items[version].kind == VERSION_ENTRY)
			add_source(values, sources, value_make(values, &undefined));
		for (uint32_t k = 0; k < values->versions.items[version].arg_count; k++)
			add_source(values, &work, values->versions.items[version].args[k]);
	}
}
