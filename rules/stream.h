/* Whether a call is one of many by which a stream of any length passes. */
#ifndef SNAG_RULES_STREAM_H
#define SNAG_RULES_STREAM_H

#include "rules/handle.h"

/* The loop through which the stream passes: around the call itself, or around a call that leads to it. */
struct stream_loop {
	const struct function *function;
	uint32_t event;
	bool maybe; /* through a call that is a guess */
};

/* A call that moves bytes by a descriptor or stream. */
struct stream_call {
	const struct function *function;
	uint32_t event;
	const Fact__Operand *descriptor;
	const struct handle *handle;
	int64_t size; /* it moves 1..size bytes where it succeeds */
};

/*
 * Looks for a loop that comes back to the call without making the descriptor
 * anew, and whose number of rounds isn't fixed.
 */
bool stream_find_loop(const struct program *program, const struct stream_call *call, struct stream_loop *loop);

/* Whether both events lie in one loop of the function. */
bool stream_share_loop(const struct function *function, uint32_t a, uint32_t b);

#endif
