/* What a value is made of: readings of clocks, and what else could make it unique. */
#ifndef SNAG_RULES_CLOCK_H
#define SNAG_RULES_CLOCK_H

#include "engine/rule.h"

/* Memory that outlives calls, by what is stored there anywhere in the program. */
struct clock_places {
	struct names clocks;   /* place keys: readings */
	struct names others;   /* readings now and then, other values too */
	struct names counters; /* places that are counted up */
};

/* What stands in a value. */
struct ingredients {
	bool clock;
	bool seconds_missing; /* a date without its seconds */
	bool counter, random, seeded, process, thread;
	bool rising;  /* the clock counts nanoseconds and never goes back */
	bool other;   /* numbers of which nothing is known */
	bool already; /* an identifier before it came here */
	const struct function *function; /* the reading, for people */
	uint32_t event;
	const char *name; /* of the clock */
	VEC(uint64_t) readings; /* function and event by which readings came in, to tell one value's sinks from another's */
};

void clock_find_places(const struct program *program, struct arena *arena, struct clock_places *places);
void clock_places_release(struct clock_places *places);

/*
 * Adds what the value, or with `content` what lies in the memory that it points
 * to, is made of; what the event `skip` (UINT32_MAX: none) writes doesn't count.
 */
void clock_add(const struct program *program, const struct clock_places *places, const struct function *function,
	       uint32_t origin, bool content, uint32_t skip, struct arena *arena, struct ingredients *ingredients);

/* The same for what a call by TRAIT_COPIES puts where it writes. */
void clock_add_copied(const struct program *program, const struct clock_places *places,
		      const struct function *function, uint32_t event, const struct model_trait *copies,
		      struct arena *arena, struct ingredients *ingredients);

/* Whether the origin is the address of memory: its type is that of the memory then. */
bool clock_is_address(const struct function *function, uint32_t origin);
/* Whether the value leads to memory. */
bool clock_is_pointer(const struct function *function, uint32_t origin);
/* The field that an address names last: (record, field), or UINT64_MAX. */
uint64_t clock_last_field(const struct function *function, uint32_t address);

#endif
