/* What can run after an event, anywhere in the program. */
#ifndef SNAG_RULES_ENV_ORDER_H
#define SNAG_RULES_ENV_ORDER_H

#include "engine/rule.h"

struct order;
struct later;

/* What `later_than` asks, and what it found out so far. Lives in the arena, as all that it gives. */
struct order *order_of(const struct program *program, struct arena *arena);

/*
 * Everything that can run after the event: behind it, behind the calls that lead to it, and in threads and handlers that
 * there are by then or come later. `sure`: only what calls bring about that are no guess.
 */
struct later *later_than(struct order *order, const struct function *function, uint32_t event, bool sure);
/* The same without what may come at any time: threads, handlers, callbacks. */
struct later *later_in_order(const struct program *program, const struct function *function, uint32_t event,
			     struct arena *arena);
bool later_has(const struct later *later, const struct function *function, uint32_t event);

#endif
