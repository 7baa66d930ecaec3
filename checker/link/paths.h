/* Questions on paths inside one function's events, with what the conditions on edges rule out. */
#ifndef SNAG_LINK_PATHS_H
#define SNAG_LINK_PATHS_H

#include "link/program.h"

/*
 * A path query starts right behind event `from`. Where `assume` is set, the
 * result of that call is known to lie in low..high, and edges whose condition
 * on it can't hold are not taken. Calls that never return end a path.
 */
struct path_query {
	const struct program *program;
	const struct function *function;
	uint32_t from;
	bool assume;
	int64_t low, high;
	/* Paths end (without reaching anything) at events for which this says true. May be NULL. */
	bool (*blocks)(void *data, uint32_t event);
	void *data;
};

/* Whether the function's end (a return) can be reached. */
bool path_reaches_return(const struct path_query *query);
/* Whether the point in that block right before that event, or behind all of them, can be reached. */
bool path_reaches_point(const struct path_query *query, uint32_t block, uint32_t event);
/* Whether the event can be reached (again, where it is `from` itself). */
bool path_reaches_event(const struct path_query *query, uint32_t event);

#endif
