/* Hash tables: open addressing over an array of entries in insertion order. */
#include "base/map.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* Each bit of the key moves about half of all bits: the finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t mixed(uint64_t key)
{
	key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9;
	key = (key ^ key >> 27) * 0x94d049bb133111eb;
	return key ^ key >> 31;
}

/* The slot that holds `key`, or the free one where it would go. The table is never full. */
static size_t map_slot(const struct map *map, uint64_t key)
{
	size_t slot = mixed(key) & (map->slot_count - 1);

	while (map->slots[slot] && map->entries[map->slots[slot] - 1].key != key)
		slot = (slot + 1) & (map->slot_count - 1);
	return slot;
}

static void map_resize(struct map *map)
{
	map->slot_count = map->slot_count ? map->slot_count * 2 : 16;
	free(map->slots);
	map->slots = xmalloc(map->slot_count * sizeof *map->slots);
	memset(map->slots, 0, map->slot_count * sizeof *map->slots);
	for (size_t i = 0; i < map->len; i++)
		map->slots[map_slot(map, map->entries[i].key)] = (uint32_t)i + 1;
}

uint64_t *map_get(const struct map *map, uint64_t key)
{
	size_t slot;

	if (!map->len)
		return NULL;
	slot = map_slot(map, key);
	return map->slots[slot] ? &map->entries[map->slots[slot] - 1].value : NULL;
}

uint64_t *map_put(struct map *map, uint64_t key, uint64_t initial, bool *added)
{
	uint64_t *there = map_get(map, key);

	if (added)
		*added = !there;
	if (there)
		return there;
	BUG_IF(map->len >= UINT32_MAX - 1);
	if ((map->len + 1) * 2 > map->slot_count)
		map_resize(map);
	if (map->len == map->cap) {
		map->cap = map->cap ? map->cap * 2 : 8;
		map->entries = xrealloc(map->entries, map->cap * sizeof *map->entries);
	}
	map->entries[map->len] = (struct map_entry){ key, initial };
	map->slots[map_slot(map, key)] = (uint32_t)++map->len;
	return &map->entries[map->len - 1].value;
}

void map_release(struct map *map)
{
	free(map->entries);
	free(map->slots);
	*map = (struct map){ 0 };
}

static size_t names_slot(const struct names *names, const char *text, size_t length)
{
	size_t slot = XXH3_64bits(text, length) & (names->slot_count - 1);

	for (uint32_t n; (n = names->slots[slot]); slot = (slot + 1) & (names->slot_count - 1))
		if (names->lengths[n - 1] == length && !memcmp(names->texts[n - 1], text, length))
			break;
	return slot;
}

static void names_resize(struct names *names)
{
	names->slot_count = names->slot_count ? names->slot_count * 2 : 16;
	free(names->slots);
	names->slots = xmalloc(names->slot_count * sizeof *names->slots);
	memset(names->slots, 0, names->slot_count * sizeof *names->slots);
	for (size_t i = 0; i < names->len; i++)
		names->slots[names_slot(names, names->texts[i], names->lengths[i])] = (uint32_t)i + 1;
}

uint32_t names_find(const struct names *names, const char *text)
{
	size_t slot;

	if (!names->len)
		return NAMES_NONE;
	slot = names_slot(names, text, strlen(text));
	return names->slots[slot] ? names->slots[slot] - 1 : NAMES_NONE;
}

uint32_t names_add_n(struct names *names, const char *text, size_t length)
{
	size_t slot;

	BUG_IF(names->len >= UINT32_MAX - 1 || length > UINT32_MAX);
	if ((names->len + 1) * 2 > names->slot_count)
		names_resize(names);
	slot = names_slot(names, text, length);
	if (names->slots[slot])
		return names->slots[slot] - 1;
	if (names->len == names->cap) {
		names->cap = names->cap ? names->cap * 2 : 8;
		names->texts = xrealloc(names->texts, names->cap * sizeof *names->texts);
		names->lengths = xrealloc(names->lengths, names->cap * sizeof *names->lengths);
	}
	names->texts[names->len] = arena_strndup(&names->arena, text, length);
	names->lengths[names->len] = (uint32_t)length;
	names->slots[slot] = (uint32_t)++names->len;
	return (uint32_t)names->len - 1;
}

uint32_t names_add(struct names *names, const char *text)
{
	return names_add_n(names, text, strlen(text));
}

void names_release(struct names *names)
{
	free(names->texts);
	free(names->lengths);
	free(names->slots);
	arena_release(&names->arena);
	*names = (struct names){ 0 };
}
