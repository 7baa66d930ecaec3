/* What can run after an event, anywhere in the program. */
#ifndef SNAG_RULES_ENV_ORDER_H
#define SNAG_RULES_ENV_ORDER_H

#include "rules/env.h"

struct order;
struct later;

/* What `later_than` asks, and what it found out so far. Lives in env's arena, as all that it gives. */
struct order *order_of(const struct env *env);

/*
 * Everything that can run after the event: behind it, behind the calls that lead to it, and in threads and handlers that
 * there are by then or come later, of these only what leads to a write of the environment. `sure`: only what calls bring
 * about that are no guess.
 */
struct later *later_than(struct order *order, const struct function *function, uint32_t event, bool sure);
/* All that runs after it in order, without what may come at any time: threads, handlers, callbacks. */
struct later *later_in_order(const struct program *program, const struct function *function, uint32_t event,
			     struct arena *arena);
/* The same, but not behind events for which `ends` says true, nor behind loops that have one. */
typedef bool order_end(void *data, const struct function *function, uint32_t event);
struct later *later_until(const struct program *program, const struct function *function, uint32_t event, order_end *ends,
			  void *data, struct arena *arena);
bool later_has(const struct later *later, const struct function *function, uint32_t event);

#endif
