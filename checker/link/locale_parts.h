/*
 * What the files of the locale analysis share.
 *
 * Each category has two variables: the process's locale and the thread's own.
 * What a stretch of code does to them is a transfer: which variables may keep
 * what they held, and what others may hold instead. A function's transfer is
 * found first, then the state in which each is entered.
 */
#ifndef SNAG_LINK_LOCALE_PARTS_H
#define SNAG_LINK_LOCALE_PARTS_H

#include "link/locale.h"

/* What a variable may hold: a set. */
enum { HOLDS_C = 1, HOLDS_ADOPTED = 2, HOLDS_UNKNOWN = 4, HOLDS_NONE = 8 /* the thread has none of its own */ };

#define LOCALE_VARIABLES (2 * LOCALE_CATEGORIES) /* first the process's, then the thread's */

struct locale_values {
	uint8_t may[LOCALE_VARIABLES];
};

struct transfer {
	uint8_t keeps; /* a bit a variable */
	uint8_t adds[LOCALE_VARIABLES];
};

/* What is kept of a function that changes the locale. */
struct locale_flow {
	struct transfer whole;   /* from entry to return; zero: it doesn't return */
	struct transfer *in;     /* [block] from entry; NULL: the function changes nothing */
	bool *reached;           /* [block] */
};

/* A call that sets or uses a locale, with its arguments looked up. */
struct locale_change {
	uint32_t function, event;
	bool of_thread;      /* uselocale */
	uint8_t categories;  /* set */
	bool weak;           /* may do nothing to one of them */
	uint8_t adds[LOCALE_CATEGORIES];
	VEC(uint32_t) restores; /* changes whose result it puts back */
	bool by_caller;      /* the category is a parameter: callers' arguments tell more */
};

struct locales {
	const struct program *program;
	struct arena *arena;
	VEC(struct locale_change) changes; /* by function and event */
	struct transfer *before;           /* [change] from its function's entry to it */
	struct map change_of_event;        /* function and event → 1 + index */
	struct map change_of_call;         /* edge into such a function → 1 + index */
	struct locale_flow *flows;         /* [function] */
	struct locale_values *entries;     /* [function] */
	bool *entered;
	uint8_t adopted;                   /* categories that some change adopts by name */
};

static inline struct transfer transfer_nothing(void)
{
	return (struct transfer){ .keeps = (1u << LOCALE_VARIABLES) - 1 };
}

/* locale_changes.c */
void locale_find_changes(struct locales *l);

/* locale_flow.c */
const struct locale_change *locale_change_at(const struct locales *l, uint32_t function, uint32_t event);
struct transfer transfer_then(const struct transfer *first, const struct transfer *then);
void transfer_join(struct transfer *into, const struct transfer *other);
struct locale_values transfer_apply(const struct transfer *transfer, const struct locale_values *values);
/* From the function's entry to just before the event. */
struct transfer locale_transfer_to(const struct locales *l, const struct function *function, uint32_t event);
void locale_find_transfers(struct locales *l);

#endif
