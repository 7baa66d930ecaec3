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
	uint32_t category, name; /* which arguments; UINT32_MAX: none */
	uint32_t inner;      /* 1 + the change in the function called that does it; 0: the call itself is the library's */
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

/* Those of the C library, as a set. */
#define LOCALE_C_CATEGORIES LOCALE_STREAMS
#define LOCALE_C_MASK ((1u << LOCALE_C_CATEGORIES) - 1)
/* Copies of a name looked through on the way from where it is used to where it comes from. */
#define LOCALE_LOOK_LIMIT 16

struct locale_look {
	const struct function *function;
	uint32_t origin;
};

/* What may be given to a call that changes the locale. */
struct locale_given {
	struct locales *locales;
	struct locale_look todo[LOCALE_LOOK_LIMIT]; /* further back: a copy's original */
	size_t count;
	bool asks;    /* a null pointer */
	uint8_t adds[LOCALE_CATEGORIES];
	uint32_t results[LOCALE_LOOK_LIMIT]; /* function and event, in pairs, of calls that gave back what held before them */
	size_t result_count;
	bool global;  /* LC_GLOBAL_LOCALE */
	bool any;
};

/* The numbers that an operand may hold. */
struct locale_numbers {
	int64_t of[8];
	size_t count;
	bool unknown;
};

static inline struct transfer transfer_nothing(void)
{
	return (struct transfer){ .keeps = (1u << LOCALE_VARIABLES) - 1 };
}

/* locale_given.c */
bool locale_is_bsd(const Fact__Unit *unit);
void locale_look_further(struct locale_given *given, const struct function *function, uint32_t origin);
void locale_add_everywhere(struct locale_given *given, uint8_t value);
/* The library function whose result the origin is, or NULL. */
const char *locale_result_name(const struct program *program, const struct function *function,
			       const Fact__Origin *origin);
struct value_source;
void locale_see_result(struct locale_given *given, const struct value_source *source, const char *callee);
void locale_trace_name(struct locale_given *given, const struct function *function, uint32_t origin);
void locale_trace_handle(struct locale_given *given, const struct function *function, const Fact__Operand *operand);
struct locale_numbers locale_numbers_of(const struct locales *l, const struct function *function,
					const Fact__Operand *operand);

/* locale_objects.c */
/* The same for an object of std::locale at that address. */
void locale_trace_object(struct locale_given *given, const struct function *function, uint32_t address);

/* locale_changes.c */
/* Whether it is a parameter, seen through casts, and which. */
bool origin_is_parameter(const struct function *function, uint32_t origin, uint32_t *number);
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
