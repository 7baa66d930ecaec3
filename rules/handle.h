/* Descriptors and streams: where one comes from, and whether two are the same. */
#ifndef SNAG_RULES_HANDLE_H
#define SNAG_RULES_HANDLE_H

#include "engine/rule.h"

/* A call that makes the descriptor: open, accept, pipe. */
struct maker {
	const struct function *function;
	uint32_t event;
};

struct handle {
	VEC(const char *) ids; /* sources and places in memory: a common one may be the same descriptor */
	int64_t element;       /* which one of the array that it is kept in; -1: none, or unknown */
	VEC(struct maker) makers;
	bool messages;  /* gives whole messages or records: datagrams, eventfd */
	bool terminal;  /* made as one */
	bool random;    /* a random device: small reads are right there */
	bool inherited; /* a number known from the start, such as standard input */
};

struct handle handle_of(const struct program *program, const struct function *function, const Fact__Operand *operand,
			struct arena *arena);
/* Whether they may be the same; the ends of one pipe are two. */
bool handle_same(const struct handle *a, const struct handle *b);

/* Whether each call of the function gets a descriptor of its own there: it is opened in it, or by a callee for it. */
bool handle_made_in(const struct program *program, const struct function *function, const Fact__Operand *operand);

/* A use of a descriptor or stream that some trait tells of. */
struct handle_use {
	const struct function *function;
	uint32_t event;
	enum trait trait;
	const struct model_trait *row;
	struct handle handle;
};

struct handle_uses {
	VEC(struct handle_use) all;
};

/* Every use by a call with the trait, anywhere in the program; of TRAIT_PIPE the array. */
void handle_collect(const struct program *program, enum trait trait, struct arena *arena, struct handle_uses *uses);
/* The first use of the descriptor in that way, or NULL; with `b` of the trait's row where that isn't -1. */
const struct handle_use *handle_used(const struct handle_uses *uses, enum trait trait, int64_t b,
				     const struct handle *handle);

#endif
