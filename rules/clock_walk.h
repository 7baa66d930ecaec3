/* The walk from a value back to clocks: what its files share. */
#ifndef SNAG_RULES_CLOCK_WALK_H
#define SNAG_RULES_CLOCK_WALK_H

#include "rules/clock.h"

/* Values looked at for one question; past this the rest stays unknown. */
#define WALK_LIMIT 600
#define FRAME_LIMIT 10
/* Bodies searched for what they write: calls in them lead to ever more. */
#define BODY_LIMIT 64

/* A call that the walk went down through. */
struct frame {
	const struct frame *outer;
	const struct function *caller;
	uint32_t event;
	unsigned depth;
};

struct item {
	const struct function *function;
	uint32_t origin;
	bool content;        /* what lies in the memory at that address */
	uint64_t field;      /* of content: only this field of it, or UINT64_MAX */
	uint64_t reading;    /* by which it came into the function that was asked about; UINT64_MAX: not yet known */
	const struct frame *frame;
};

struct walk {
	const struct program *program;
	const struct clock_places *places; /* NULL while they are looked for */
	struct arena scratch;
	struct arena *arena;
	struct ingredients *found;
	VEC(struct item) todo;
	struct map seen;
	unsigned bodies; /* searched for writes so far */
	uint32_t skip; /* event whose own writes don't count: the value is looked at in front of it */
};

/* clock.c */
void clock_push(struct walk *walk, const struct item *from, const struct function *function, uint32_t origin,
		bool content);
/* A value as an argument stands for what it points to, where it is a pointer. */
void clock_push_argument(struct walk *walk, const struct item *from, const struct function *function, uint32_t origin);
/* The item as it is behind the event by which it came into its function. */
struct item clock_entered_by(const struct item *from, uint32_t event);
void clock_add_reading(struct walk *walk, const struct item *at, uint32_t event, const char *name, bool rising);
void clock_add_unknown(struct walk *walk, const struct item *at);
const struct frame *clock_down(struct walk *walk, const struct item *at, uint32_t event);

/* clock_calls.c */
/* What a library function's result is made of. */
void clock_library_result(struct walk *walk, const struct item *at, uint32_t index, const char *callee);
/* What a call copies into its destination or result. */
void clock_follow_copies(struct walk *walk, const struct item *at, uint32_t index, const char *callee,
			 const struct model_trait *copies);
/* What a call leaves at an address that it is handed. */
void clock_call_writes(struct walk *walk, const struct item *at, uint32_t index, uint32_t address);
/* Everything that the function writes into the object; of one field only that where both name one. */
void clock_follow_writes(struct walk *walk, const struct item *at, uint32_t address);

#endif
