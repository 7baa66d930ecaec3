/* The way through one function on which threads start or the process forks: what a witness is made of. */
#ifndef SNAG_LINK_PHASE_SEARCH_H
#define SNAG_LINK_PHASE_SEARCH_H

#include "link/phase_parts.h"

/* A call that starts the first threads, or forks a process that has some. */
struct milestone {
	bool forks;
	const struct change *change;
	const struct milestone *before;
};

struct search_goal {
	uint32_t event;  /* NONE: any return */
	uint64_t states; /* set of states of the context: one of them is wanted there */
};

/* The first way found, with fewest blocks, from the entry of the context; its milestones backwards, in `arena`. */
bool phase_search(struct phases *p, const struct context *c, const struct search_goal *goal,
		  struct arena *arena, const struct milestone **way);

#endif
