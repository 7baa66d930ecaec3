/* Hash tables with a number or a text as key, and interned strings. Walk them in insertion order: hash order never shows. */
#ifndef SNAG_BASE_MAP_H
#define SNAG_BASE_MAP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Number → number. A zeroed struct map is empty. Entries lie in `entries` in
 * the order of their first insertion; nothing is ever removed.
 */
struct map_entry {
	uint64_t key, value;
};

struct map {
	struct map_entry *entries;
	size_t len, cap;
	uint32_t *slots; /* index + 1 into entries; 0: free */
	size_t slot_count;
};

/* NULL where there is none. The pointer holds until the next map_put. */
uint64_t *map_get(const struct map *map, uint64_t key);
/* The value's place, made as `initial` where the key is new; `*added` (may be NULL) tells. */
uint64_t *map_put(struct map *map, uint64_t key, uint64_t initial, bool *added);
void map_release(struct map *map);

/*
 * Text → number, numbered from 0 in the order of insertion; the texts are copied.
 * Serves as a set of strings, as an intern table and as a symbol table.
 */
struct names {
	const char **texts;
	uint32_t *lengths;
	size_t len, cap;
	uint32_t *slots;
	size_t slot_count;
	struct arena arena;
};

#define NAMES_NONE UINT32_MAX

uint32_t names_find(const struct names *names, const char *text); /* NAMES_NONE where absent */
uint32_t names_add(struct names *names, const char *text);
uint32_t names_add_n(struct names *names, const char *text, size_t length);
void names_release(struct names *names);

#endif
