/* Conditions on a path: those that its past rules out are not taken. */
#include "rules/env_follow_parts.h"

#define SIGN_LIMIT 32
#define RELATION_LIMIT 20

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
	const Fact__Origin *at = follow_origin(f, origin);
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
		join = follow_index(f->signs.items, f->signs.len, origin);
		return join < f->signs.len ? (enum sign)(state->signs >> (2 * join) & 3) : SIGN_UNKNOWN;
	default:
		return SIGN_UNKNOWN;
	}
}

/* What `!x`, `x != 0`, `x == 0` and a cast are made of; UINT32_MAX where the value is none of these. */
static uint32_t tested(const struct follow *f, uint32_t origin, bool *turned)
{
	const Fact__Origin *at = follow_origin(f, origin);
	const Fact__Origin *right;

	if (at->kind == FACT__ORIGIN_KIND__ORIGIN_CAST)
		return at->args[0];
	if (at->kind == FACT__ORIGIN_KIND__ORIGIN_UNARY && at->op == FACT__OP__OP_LNOT) {
		*turned = !*turned;
		return at->args[0];
	}
	if (at->kind != FACT__ORIGIN_KIND__ORIGIN_BINARY || (at->op != FACT__OP__OP_EQ && at->op != FACT__OP__OP_NE))
		return UINT32_MAX;
	right = follow_origin(f, at->args[1]);
	if (right->kind != FACT__ORIGIN_KIND__ORIGIN_INT || right->number != 0)
		return UINT32_MAX;
	*turned ^= at->op == FACT__OP__OP_EQ;
	return at->args[0];
}

enum sign follow_sign(const struct follow *f, const struct follow_state *state, uint32_t origin)
{
	bool turned = false;
	enum sign sign;

	for (int depth = 0; depth < 8; depth++) {
		uint32_t below;

		if (origin == f->query->origin && follow_root_held(f, state))
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
	const Fact__Origin *number = follow_origin(f, right);
	enum sign sign = follow_sign(f, state, left);

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
bool follow_take(const struct follow *f, struct follow_state *state, const Fact__Edge *edge)
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

/* The join that a condition's left side is made of, if any. */
static void ask_sign(struct follow *f, uint32_t origin)
{
	for (int depth = 0; depth < 8; depth++) {
		const Fact__Origin *at = follow_origin(f, origin);

		if (follow_is_join(at)) {
			if (f->signs.len < SIGN_LIMIT && follow_index(f->signs.items, f->signs.len, origin) == f->signs.len)
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

void follow_find_conditions(struct follow *f)
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
