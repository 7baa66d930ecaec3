/* "Did you mean": the known name that is closest to a mistyped one. */
#ifndef SNAG_BASE_NEAREST_H
#define SNAG_BASE_NEAREST_H

#include <stddef.h>

struct nearest {
	const char *wanted, *best; /* best: NULL as long as nothing is close enough */
	size_t distance;
};

struct nearest nearest_to(const char *wanted);
void nearest_offer(struct nearest *nearest, const char *name);

#endif
