/* What the files that follow a pointer share. */
#ifndef SNAG_RULES_ENV_FOLLOW_PARTS_H
#define SNAG_RULES_ENV_FOLLOW_PARTS_H

#include "rules/env_follow.h"

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

static inline const Fact__Origin *follow_origin(const struct follow *f, uint32_t origin)
{
	return f->query->function->facts->origins[origin];
}

/* A value that depends on the way by which its block was entered. */
static inline bool follow_is_join(const Fact__Origin *origin)
{
	return origin->kind == FACT__ORIGIN_KIND__ORIGIN_UNION && origin->number > 0;
}

/* The item's place; `len` where it isn't there. */
static inline size_t follow_index(const uint32_t *items, size_t len, uint32_t item)
{
	size_t i = 0;

	while (i < len && items[i] != item)
		i++;
	return i;
}

/* Who holds the pointer. */
bool follow_root_held(const struct follow *f, const struct follow_state *state);
bool follow_held(const struct follow *f, const struct follow_state *state, uint32_t origin);
size_t follow_cell(const struct follow *f, uint32_t address);
void follow_find_joins(struct follow *f);

/* What conditions say. */
enum sign follow_sign(const struct follow *f, const struct follow_state *state, uint32_t origin);
bool follow_take(const struct follow *f, struct follow_state *state, const Fact__Edge *edge);
void follow_find_conditions(struct follow *f);

#endif
