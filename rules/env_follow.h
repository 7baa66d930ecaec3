/*
 * Follows one pointer along the paths of one function: where control flow joins,
 * each path keeps what it came with, and conditions that its own past rules out
 * are not taken.
 */
#ifndef SNAG_RULES_ENV_FOLLOW_H
#define SNAG_RULES_ENV_FOLLOW_H

#include "rules/env.h"

struct follow;
struct follow_state;

/* A path that has come to an event. */
struct follow_at {
	const struct follow *follow;
	const struct follow_state *state;
	uint32_t event;
	bool marked; /* the visitor's own mark of this path */
};

enum follow_next { FOLLOW_ON, FOLLOW_END };
typedef enum follow_next follow_visit(void *data, struct follow_at *at);

enum follow_result { FOLLOW_RESULT_ANY, FOLLOW_RESULT_ZERO };

struct follow_query {
	const struct env *env;
	const struct function *function;
	uint32_t from;             /* event: paths start right behind it */
	uint32_t origin;           /* the pointer; it isn't NULL */
	enum follow_result result; /* what the call `from` returned */
	follow_visit *visit;       /* called at every event of every path */
	void *data;
};

void follow_paths(const struct follow_query *query);

/* Whether the origin is the pointer, or one into the same memory, on this path. */
bool follow_holds(const struct follow_at *at, uint32_t origin);
/* Whether the local variable at that address, or a part of it, holds the pointer. */
bool follow_holds_at(const struct follow_at *at, uint32_t address);

#endif
