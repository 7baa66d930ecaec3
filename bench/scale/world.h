/* A made-up project whose findings change from run to run in known numbers, as runs that the store takes. */
#ifndef SNAG_BENCH_WORLD_H
#define SNAG_BENCH_WORLD_H

#include "store/store.h"

/* A finding's place: what tells it from others in its function. */
struct spot {
	uint32_t statement, rule;
};

struct function {
	uint32_t unit;
	bool in_header; /* its file is a header, which the next unit includes too */
	VEC(struct spot) spots;
};

struct world {
	uint32_t unit_count, next_statement, run;
	uint32_t shift;    /* lines added so far at the top of every file */
	uint32_t *renamed; /* of each unit, how often */
	VEC(struct function) functions;
};

/* What the last step did: a run against the one before it has to show just that. */
struct step_counts {
	size_t added, removed, edited;
};

/* About `occurrences` of them a run, 100 in each unit. */
void world_make(struct world *world, uint32_t occurrences);
void world_release(struct world *world);
/*
 * One commit: each file gets a line at its top, so that every occurrence moves;
 * functions (a sixtieth of them for each) gain, lose and edit a finding; one
 * unit gets another name.
 */
struct step_counts world_step(struct world *world);
size_t world_findings(const struct world *world);

/* The run that sees the world as it is. All that it names lies in the arena. */
struct stored_run world_see(const struct world *world, struct arena *arena);

#endif
