/* Which values and variables of a function hold the pointer that is followed. */
#include "rules/env_follow_parts.h"

#include "rules/trace.h"

#define JOIN_LIMIT 62
#define CELL_LIMIT 16
#define LOOK_LIMIT 32

struct look {
	uint32_t seen[LOOK_LIMIT];
	size_t count;
};

static void look_at(struct look *look, uint32_t origin)
{
	if (follow_index(look->seen, look->count, origin) == look->count && look->count < LOOK_LIMIT)
		look->seen[look->count++] = origin;
}

/* Goes one step back from a pointer to what it was made of; joins are left to the caller. */
static void look_behind(const struct follow *f, struct look *look, const Fact__Origin *origin)
{
	const struct follow_query *query = f->query;
	const Fact__Event *call;

	switch (origin->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_CAST:
	case FACT__ORIGIN_KIND__ORIGIN_ELEMENT:
	case FACT__ORIGIN_KIND__ORIGIN_FIELD:
		look_at(look, origin->args[0]);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
		for (size_t i = 0; i < origin->n_args; i++)
			look_at(look, origin->args[i]);
		break;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		call = query->function->facts->events[origin->number];
		for (size_t a = 0; a < call->n_args; a++)
			if (env_fate_at(query->env, query->function, (uint32_t)origin->number, a, ENV_RETURNED))
				look_at(look, call->args[a]->origin);
		break;
	default:
		break;
	}
}

/* Whether the origin that is followed still is the pointer: a join may have another value by now. */
bool follow_root_held(const struct follow *f, const struct follow_state *state)
{
	return state->holders >> f->root_bit & 1;
}

bool follow_held(const struct follow *f, const struct follow_state *state, uint32_t origin)
{
	struct look look = { .seen = { origin }, .count = 1 };

	for (size_t i = 0; i < look.count; i++) {
		const Fact__Origin *at = follow_origin(f, look.seen[i]);
		size_t join;

		if (look.seen[i] == f->query->origin && follow_root_held(f, state))
			return true;
		if (follow_is_join(at)) {
			join = follow_index(f->joins.items, f->joins.len, look.seen[i]);
			if (join < f->joins.len && state->holders >> (join + 1) & 1)
				return true;
		} else {
			look_behind(f, &look, at);
		}
	}
	return false;
}

bool follow_holds(const struct follow_at *at, uint32_t origin)
{
	return follow_held(at->follow, at->state, origin);
}

/* The local variable that an address lies in, by its place among the cells. */
size_t follow_cell(const struct follow *f, uint32_t address)
{
	const Fact__Origin *root = follow_origin(f, origin_root(f->query->function, address));

	if (root->kind != FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		return f->cells.len;
	return follow_index(f->cells.items, f->cells.len, (uint32_t)root->number);
}

bool follow_holds_at(const struct follow_at *at, uint32_t address)
{
	size_t cell = follow_cell(at->follow, address);

	return cell < at->follow->cells.len && at->state->cells >> cell & 1;
}

/* Whether the pointer can come to that origin on any path: joins counted as all they join. */
static bool may_hold(const struct follow *f, uint32_t origin)
{
	struct look look = { .seen = { origin }, .count = 1 };

	for (size_t i = 0; i < look.count; i++) {
		const Fact__Origin *at = follow_origin(f, look.seen[i]);

		if (look.seen[i] == f->query->origin)
			return true;
		look_behind(f, &look, at);
	}
	return false;
}

static bool is_pointer(const struct follow *f, uint32_t origin)
{
	const Fact__Type *type = origin_type(f->query->function, origin);

	return type && type->kind == FACT__TYPE_KIND__TYPE_POINTER;
}

void follow_find_joins(struct follow *f)
{
	const Fact__Function *facts = f->query->function->facts;

	for (uint32_t i = 0; i < facts->n_origins && f->joins.len < JOIN_LIMIT; i++)
		if (follow_is_join(facts->origins[i]) && is_pointer(f, i) && may_hold(f, i))
			vec_push(&f->arena, &f->joins, i);
	for (uint32_t i = 0; i < facts->n_objects && f->cells.len < CELL_LIMIT; i++) {
		const Fact__Type *type = f->query->function->unit->types[facts->objects[i]->type];

		if (type->kind == FACT__TYPE_KIND__TYPE_POINTER || type->kind == FACT__TYPE_KIND__TYPE_RECORD)
			vec_push(&f->arena, &f->cells, i);
	}
}
