/* When automatic storage ends: with its block or its function. */
#ifndef SNAG_RULES_STORAGE_H
#define SNAG_RULES_STORAGE_H

#include "engine/rule.h"

/*
 * Whether the storage of the object at that address, or of alloca's result, ends on a path of the query while somebody
 * may still look. That of main ends with the program.
 */
bool storage_ends(const struct path_query *query, uint32_t origin, struct arena *arena);
/*
 * The local C++ object whose memory the address lies in: an element of a vector, what a unique_ptr points to.
 * NULL where there is none, or the object hands that memory on.
 */
const Fact__Object *storage_owner(const struct program *program, const struct function *function, uint32_t address,
				  uint32_t *origin);

#endif
