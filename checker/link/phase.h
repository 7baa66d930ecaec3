/* Phases: whether a point of the program can run while other threads exist, and in which process. */
#ifndef SNAG_LINK_PHASE_H
#define SNAG_LINK_PHASE_H

#include "link/program.h"
#include "model/finding.h"

enum threads { THREADS_SINGLE, THREADS_THREADED, THREADS_UNKNOWN };

/* One state in which control can reach a point. */
struct phase {
	enum threads threads;
	bool in_thread;        /* on a thread that isn't the process's first */
	bool child_of_threaded; /* forked from a process that had threads, and nothing executed yet */
	bool maybe;            /* some edge on the way is a guess */
	bool several_guesses;  /* more than one is: hardly more than a possibility */
	bool joined_in_doubt;  /* a thread that may have been joined */
};

/* States in which the event is reached: none where it can't be reached at all. Sorted, valid as long as the program. */
size_t phase_at(const struct program *program, const struct function *function, uint32_t event,
		const struct phase **phases);

/* Whether any thread is created anywhere in what the program reaches. */
bool phase_has_threads(const struct program *program);

/*
 * The shortest path that leads to the event in that state, as steps for people:
 * where the thread is started, and the calls by which the event is reached. The
 * event itself is not a step.
 */
void phase_witness(const struct program *program, const struct function *function, uint32_t event,
		   const struct phase *phase, struct arena *arena, struct finding *finding);

/* Computed once, after the call graph. */
void phase_compute(struct program *program);

#endif
