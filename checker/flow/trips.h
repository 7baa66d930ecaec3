/* How often a loop goes round, where its text fixes that. */
#ifndef SNAG_FLOW_TRIPS_H
#define SNAG_FLOW_TRIPS_H

#include "flow/range.h"

/*
 * The most rounds that a loop can make when a counter that starts and steps by
 * constants is compared with a constant on the way round; -1 where there is no
 * such counter. Leaving early is always possible.
 */
int64_t trips_of_loop(struct body *body, uint32_t loop);

#endif
