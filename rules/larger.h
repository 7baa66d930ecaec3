/* The remedy for small buffers: a larger number where the array is declared, and where its size is handed over. */
#ifndef SNAG_RULES_LARGER_H
#define SNAG_RULES_LARGER_H

#include "engine/rule.h"

/* A call with a small buffer: the event, the numbers of its arguments, and the bytes that would do. */
struct larger {
	const struct function *function;
	uint32_t event;
	size_t buffer, size;
	int64_t bytes;
};

/* Gives the finding that stands at the call its remedy. */
void larger_buffer(struct rule_run *run, struct finding *finding, const struct larger *larger);

#endif
