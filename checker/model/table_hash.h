/* The hash by which the models' tables are looked up: tools/table_gen.c places rows by it, models.c finds them. */
#ifndef SNAG_MODEL_TABLE_HASH_H
#define SNAG_MODEL_TABLE_HASH_H

#include <stdint.h>

/* FNV-1a, 32 bits: names are short. */
static inline uint32_t table_hash(const char *key)
{
	uint32_t hash = 2166136261u;

	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return hash;
}

#endif
