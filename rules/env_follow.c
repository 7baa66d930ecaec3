/* Paths of one function with what they know: who holds the pointer, what conditions said before. */
#include "rules/env_follow.h"

#include "rules/trace.h"

#define JOIN_LIMIT 62
#define CELL_LIMIT 16
#define SIGN_LIMIT 32
#define RELATION_LIMIT 20
#define LOOK_LIMIT 32
/* States of one block: from the first on they forget conditions, from the second on they are dropped. */
#define STATES_PLAIN 32
#define STATES_LIMIT 128

/* What is known of a number or pointer: two bits. */
enum sign { SIGN_UNKNOWN, SIGN_ZERO, SIGN_OTHER };

/* Relations that `left ? right` may still have: three bits. */
enum relation { RELATION_LESS = 4, RELATION_EQUAL = 2, RELATION_GREATER = 1, RELATION_ANY = 7 };

struct follow_state {
	uint64_t holders;   /* bit 0: the origin itself; then a bit a join */
	uint64_t signs;     /* two bits a join that conditions ask for */
	uint64_t relations; /* three bits a repeated condition: those ruled out */
	uint32_t cells;     /* a bit a local variable in memory */
	uint32_t block;
	bool marked, result_known;
};

struct relation_key {
	uint32_t left, right;
	uint32_t block; /* where it was first seen */
	bool repeated;
};

struct follow {
	const struct follow_query *query;
	struct arena arena;
	VEC(uint32_t) joins; /* origins that may hold the pointer */
	VEC(uint32_t) cells; /* objects */
	VEC(uint32_t) signs; /* joins asked for by conditions */
	VEC(struct relation_key) relations;
	VEC(struct follow_state) todo;
	struct visited_states *visited; /* [block] */
	int64_t root_event;             /* of a RESULT, else -1 */
	unsigned root_bit;              /* among the holders */
};

struct visited_states {
	VEC(struct follow_state) all;
};

static const Fact__Origin *at_origin(const struct follow *f, uint32_t origin)
{
	return f->query->function->facts->origins[origin];
}

static bool is_join(const Fact__Origin *origin)
{
	return origin->kind == FACT__ORIGIN_KIND__ORIGIN_UNION && origin->number > 0;
}


static size_t find(const uint32_t *items, size_t len, uint32_t item)
{
	size_t i = 0;

	while (i < len && items[i] != item)
		i++;
	return i;
}

/* --- who holds the pointer ---------------------------------------------------------------- */

struct look {
	uint32_t seen[LOOK_LIMIT];
	size_t count;
};

static void look_at(struct look *look, uint32_t origin)
{
	if (find(look->seen, look->count, origin) == look->count && look->count < LOOK_LIMIT)
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
static bool root_held(const struct follow *f, const struct follow_state *state)
{
	return state->holders >> f->root_bit & 1;
}

static bool holds(const struct follow *f, const struct follow_state *state, uint32_t origin)
{
	struct look look = { .seen = { origin }, .count = 1 };

	for (size_t i = 0; i < look.count; i++) {
		const Fact__Origin *at = at_origin(f, look.seen[i]);
		size_t join;

		if (look.seen[i] == f->query->origin && root_held(f, state))
			return true;
		if (is_join(at)) {
			join = find(f->joins.items, f->joins.len, look.seen[i]);
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
	return holds(at->follow, at->state, origin);
}

/* The local variable that an address lies in, by its place among the cells. */
static size_t cell_of(const struct follow *f, uint32_t address)
{
	const Fact__Origin *root = at_origin(f, origin_root(f->query->function, address));

	if (root->kind != FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		return f->cells.len;
	return find(f->cells.items, f->cells.len, (uint32_t)root->number);
}

bool follow_holds_at(const struct follow_at *at, uint32_t address)
{
	size_t cell = cell_of(at->follow, address);

	return cell < at->follow->cells.len && at->state->cells >> cell & 1;
}

/* Whether the pointer can come to that origin on any path: joins counted as all they join. */
static bool may_hold(const struct follow *f, uint32_t origin)
{
	struct look look = { .seen = { origin }, .count = 1 };

	for (size_t i = 0; i < look.count; i++) {
		const Fact__Origin *at = at_origin(f, look.seen[i]);

		if (look.seen[i] == f->query->origin)
			return true;
		look_behind(f, &look, at);
	}
	return false;
}

/* --- what conditions say -------------------------------------------------------------------- */

static unsigned relations_of(Fact__Op op)
{
	switch (op) {
	case FACT__OP__OP_EQ:
		return RELATION_EQUAL;
	case FACT__OP__OP_NE:
		return RELATION_LESS | RELATION_GREATER;
	case FACT__OP__OP_LT:
		return RELATION_LESS;
	case FACT__OP__OP_LE:
		return RELATION_LESS | RELATION_EQUAL;
	case FACT__OP__OP_GT:
		return RELATION_GREATER;
	case FACT__OP__OP_GE:
		return RELATION_GREATER | RELATION_EQUAL;
	default:
		return RELATION_ANY;
	}
}

/* Of a value that isn't made of others. */
static enum sign sign_of_leaf(const struct follow *f, const struct follow_state *state, uint32_t origin)
{
	const Fact__Origin *at = at_origin(f, origin);
	size_t join;

	switch (at->kind) {
	case FACT__ORIGIN_KIND__ORIGIN_INT:
		return at->number ? SIGN_OTHER : SIGN_ZERO;
	case FACT__ORIGIN_KIND__ORIGIN_STRING:
	case FACT__ORIGIN_KIND__ORIGIN_FUNCTION:
	case FACT__ORIGIN_KIND__ORIGIN_LOCAL:
	case FACT__ORIGIN_KIND__ORIGIN_GLOBAL:
		return SIGN_OTHER;
	case FACT__ORIGIN_KIND__ORIGIN_RESULT:
		if (state->result_known && at->number == f->query->from)
			return SIGN_ZERO;
		return SIGN_UNKNOWN;
	case FACT__ORIGIN_KIND__ORIGIN_UNION:
		join = find(f->signs.items, f->signs.len, origin);
		return join < f->signs.len ? (enum sign)(state->signs >> (2 * join) & 3) : SIGN_UNKNOWN;
	default:
		return SIGN_UNKNOWN;
	}
}

/* What `!x`, `x != 0`, `x == 0` and a cast are made of; UINT32_MAX where the value is none of these. */
static uint32_t tested(const struct follow *f, uint32_t origin, bool *turned)
{
	const Fact__Origin *at = at_origin(f, origin);
	const Fact__Origin *right;

	if (at->kind == FACT__ORIGIN_KIND__ORIGIN_CAST)
		return at->args[0];
	if (at->kind == FACT__ORIGIN_KIND__ORIGIN_UNARY && at->op == FACT__OP__OP_LNOT) {
		*turned = !*turned;
		return at->args[0];
	}
	if (at->kind != FACT__ORIGIN_KIND__ORIGIN_BINARY || (at->op != FACT__OP__OP_EQ && at->op != FACT__OP__OP_NE))
		return UINT32_MAX;
	right = at_origin(f, at->args[1]);
	if (right->kind != FACT__ORIGIN_KIND__ORIGIN_INT || right->number != 0)
		return UINT32_MAX;
	*turned ^= at->op == FACT__OP__OP_EQ;
	return at->args[0];
}

static enum sign sign_of(const struct follow *f, const struct follow_state *state, uint32_t origin)
{
	bool turned = false;
	enum sign sign;

	for (int depth = 0; depth < 8; depth++) {
		uint32_t below;

		if (origin == f->query->origin && root_held(f, state))
			return turned ? SIGN_ZERO : SIGN_OTHER;
		below = tested(f, origin, &turned);
		if (below == UINT32_MAX)
			break;
		origin = below;
	}
	sign = sign_of_leaf(f, state, origin);
	if (!turned || sign == SIGN_UNKNOWN)
		return sign;
	return sign == SIGN_ZERO ? SIGN_OTHER : SIGN_ZERO;
}

/* Whether `left op right` can hold as far as signs tell. */
static bool sign_allows(const struct follow *f, const struct follow_state *state, uint32_t left, Fact__Op op,
			uint32_t right)
{
	const Fact__Origin *number = at_origin(f, right);
	enum sign sign = sign_of(f, state, left);

	if (number->kind != FACT__ORIGIN_KIND__ORIGIN_INT || sign == SIGN_UNKNOWN)
		return true;
	if (sign == SIGN_ZERO)
		return relations_of(op) & (number->number > 0  ? RELATION_LESS :
					   number->number == 0 ? RELATION_EQUAL :
								 RELATION_GREATER);
	return number->number != 0 || op != FACT__OP__OP_EQ;
}

static size_t find_relation(const struct follow *f, uint32_t left, uint32_t right)
{
	size_t i = 0;

	while (i < f->relations.len && (f->relations.items[i].left != left || f->relations.items[i].right != right))
		i++;
	return i;
}

/* False where the path's past rules the edge out; else the state learns what the edge says. */
static bool take_condition(const struct follow *f, struct follow_state *state, const Fact__Edge *edge)
{
	size_t at;
	uint64_t out;

	if (!edge->has_condition || edge->is_default)
		return true;
	if (!sign_allows(f, state, edge->left, edge->op, edge->right))
		return false;
	at = find_relation(f, edge->left, edge->right);
	if (at == f->relations.len || !f->relations.items[at].repeated)
		return true;
	out = (state->relations >> (3 * at) & RELATION_ANY) | (RELATION_ANY & ~relations_of(edge->op));
	state->relations |= out << (3 * at);
	return out != RELATION_ANY;
}

/* --- joins ------------------------------------------------------------------------------------ */

/* The argument with which a join is entered from a block; UINT32_MAX: it keeps its value. */
static uint32_t argument_from(const Fact__Origin *join, uint32_t block)
{
	for (size_t i = 0; i < join->n_from; i++)
		if (join->from[i] == block)
			return join->args[i];
	return UINT32_MAX;
}

static void enter_joins(const struct follow *f, struct follow_state *state, uint32_t from, uint32_t to)
{
	struct follow_state before = *state;

	for (size_t i = 0; i < f->joins.len; i++) {
		const Fact__Origin *join = at_origin(f, f->joins.items[i]);
		uint32_t argument = argument_from(join, from);
		uint64_t bit = UINT64_C(2) << i;

		if (join->number - 1 == to && argument != UINT32_MAX)
			state->holders = holds(f, &before, argument) ? state->holders | bit : state->holders & ~bit;
	}
	for (size_t i = 0; i < f->signs.len; i++) {
		const Fact__Origin *join = at_origin(f, f->signs.items[i]);
		uint32_t argument = argument_from(join, from);

		if (join->number - 1 != to || argument == UINT32_MAX)
			continue;
		state->signs &= ~(UINT64_C(3) << (2 * i));
		state->signs |= (uint64_t)sign_of(f, &before, argument) << (2 * i);
	}
}

static bool same_state(const struct follow_state *a, const struct follow_state *b)
{
	return a->holders == b->holders && a->signs == b->signs && a->relations == b->relations &&
	       a->cells == b->cells && a->marked == b->marked && a->result_known == b->result_known;
}

static void go_to(struct follow *f, struct follow_state state, uint32_t block)
{
	struct visited_states *visited = &f->visited[block];

	state.block = block;
	if (visited->all.len >= STATES_PLAIN) {
		state.signs = 0;
		state.relations = 0;
	}
	for (size_t i = 0; i < visited->all.len; i++)
		if (same_state(&visited->all.items[i], &state))
			return;
	if (visited->all.len >= STATES_LIMIT)
		return;
	vec_push(&f->arena, &visited->all, state);
	vec_push(&f->arena, &f->todo, state);
}

/* --- the walk ----------------------------------------------------------------------------------- */

static void pass_store(const struct follow *f, struct follow_state *state, const Fact__Event *store)
{
	size_t cell = cell_of(f, store->target->origin);

	if (cell == f->cells.len)
		return;
	if (holds(f, state, store->value->origin))
		state->cells |= UINT32_C(1) << cell;
	else if (at_origin(f, store->target->origin)->kind == FACT__ORIGIN_KIND__ORIGIN_LOCAL)
		state->cells &= ~(UINT32_C(1) << cell);
}

/* False where the path ends. */
static bool pass_event(const struct follow *f, struct follow_state *state, uint32_t index)
{
	const struct follow_query *query = f->query;
	const Fact__Event *event = query->function->facts->events[index];
	struct follow_at at = { .follow = f, .state = state, .event = index, .marked = state->marked };
	enum follow_next next = query->visit(query->data, &at);

	state->marked = at.marked;
	if (next == FOLLOW_END || event->kind == FACT__EVENT_KIND__EVENT_RETURN)
		return false;
	if (event->kind == FACT__EVENT_KIND__EVENT_STORE)
		pass_store(f, state, event);
	if (index == f->root_event)
		state->holders &= ~UINT64_C(1); /* called again: another pointer */
	if (index == query->from)
		state->result_known = false;
	return program_call_returns(query->env->program, query->function, index);
}

static void pass_block(struct follow *f, struct follow_state state, uint32_t position)
{
	const Fact__Block *block = f->query->function->facts->blocks[state.block];

	for (uint32_t i = position; i < block->event_count; i++)
		if (!pass_event(f, &state, block->first_event + i))
			return;
	for (size_t i = 0; i < block->n_edges; i++) {
		const Fact__Edge *edge = block->edges[i];
		struct follow_state next = state;

		if (!take_condition(f, &next, edge))
			continue;
		if (edge->is_back)
			next.relations = 0;
		enter_joins(f, &next, state.block, edge->to);
		go_to(f, next, edge->to);
	}
}

/* --- preparation -------------------------------------------------------------------------------- */

static bool is_pointer(const struct follow *f, uint32_t origin)
{
	const Fact__Type *type = origin_type(f->query->function, origin);

	return type && type->kind == FACT__TYPE_KIND__TYPE_POINTER;
}

static void find_joins(struct follow *f)
{
	const Fact__Function *facts = f->query->function->facts;

	for (uint32_t i = 0; i < facts->n_origins && f->joins.len < JOIN_LIMIT; i++)
		if (is_join(facts->origins[i]) && is_pointer(f, i) && may_hold(f, i))
			vec_push(&f->arena, &f->joins, i);
	for (uint32_t i = 0; i < facts->n_objects && f->cells.len < CELL_LIMIT; i++) {
		const Fact__Type *type = f->query->function->unit->types[facts->objects[i]->type];

		if (type->kind == FACT__TYPE_KIND__TYPE_POINTER || type->kind == FACT__TYPE_KIND__TYPE_RECORD)
			vec_push(&f->arena, &f->cells, i);
	}
}

/* The join that a condition's left side is made of, if any. */
static void ask_sign(struct follow *f, uint32_t origin)
{
	for (int depth = 0; depth < 8; depth++) {
		const Fact__Origin *at = at_origin(f, origin);

		if (is_join(at)) {
			if (f->signs.len < SIGN_LIMIT && find(f->signs.items, f->signs.len, origin) == f->signs.len)
				vec_push(&f->arena, &f->signs, origin);
			return;
		}
		if (at->kind != FACT__ORIGIN_KIND__ORIGIN_CAST && at->kind != FACT__ORIGIN_KIND__ORIGIN_UNARY &&
		    at->kind != FACT__ORIGIN_KIND__ORIGIN_BINARY)
			return;
		origin = at->args[0];
	}
}

static void see_condition(struct follow *f, uint32_t block, const Fact__Edge *edge)
{
	size_t at;

	if (!edge->has_condition || edge->is_default)
		return;
	ask_sign(f, edge->left);
	at = find_relation(f, edge->left, edge->right);
	if (at < f->relations.len)
		f->relations.items[at].repeated |= f->relations.items[at].block != block;
	else
		vec_push(&f->arena, &f->relations, (struct relation_key){ edge->left, edge->right, block, false });
}

static void find_conditions(struct follow *f)
{
	const Fact__Function *facts = f->query->function->facts;
	size_t kept = 0;

	for (uint32_t b = 0; b < facts->n_blocks; b++)
		for (size_t i = 0; i < facts->blocks[b]->n_edges; i++)
			see_condition(f, b, facts->blocks[b]->edges[i]);
	for (size_t i = 0; i < f->relations.len && kept < RELATION_LIMIT; i++)
		if (f->relations.items[i].repeated)
			f->relations.items[kept++] = f->relations.items[i];
	f->relations.len = kept;
}

void follow_paths(const struct follow_query *query)
{
	const Fact__Function *facts = query->function->facts;
	uint32_t block = facts->events[query->from]->block;
	struct follow_state start = { .block = block, .result_known = query->result == FOLLOW_RESULT_ZERO };
	struct follow f = { .query = query, .root_event = -1 };
	size_t join;

	if (at_origin(&f, query->origin)->kind == FACT__ORIGIN_KIND__ORIGIN_RESULT)
		f.root_event = at_origin(&f, query->origin)->number;
	f.visited = arena_array(&f.arena, struct visited_states, facts->n_blocks);
	find_joins(&f);
	find_conditions(&f);
	join = find(f.joins.items, f.joins.len, query->origin);
	f.root_bit = join < f.joins.len ? (unsigned)join + 1 : 0;
	start.holders = UINT64_C(1) << f.root_bit;
	if (program_call_returns(query->env->program, query->function, query->from))
		pass_block(&f, start, query->from + 1 - facts->blocks[block]->first_event);
	while (f.todo.len) {
		struct follow_state state = f.todo.items[--f.todo.len];

		pass_block(&f, state, 0);
	}
	arena_release(&f.arena);
}
