/* Growing arrays of any type, in an arena or on the heap. */
#ifndef SNAG_BASE_VEC_H
#define SNAG_BASE_VEC_H

#include "base/arena.h"

#include <stdlib.h>

/* A zeroed one is empty. `items[0]` to `items[len - 1]` hold the values. */
#define VEC(type) \
	struct { \
		type *items; \
		size_t len, cap; \
	}

/* Appends to a vector whose memory lies in `arena`. */
#define vec_push(arena, vec, ...) \
	do { \
		if ((vec)->len == (vec)->cap) { \
			size_t vec_cap_ = (vec)->cap ? (vec)->cap * 2 : 8; \
			(vec)->items = arena_grow((arena), (vec)->items, (vec)->cap * sizeof *(vec)->items, \
						  vec_cap_ * sizeof *(vec)->items); \
			(vec)->cap = vec_cap_; \
		} \
		(vec)->items[(vec)->len++] = (__VA_ARGS__); \
	} while (0)

/* Appends to a vector on the heap; hvec_free gives its memory back and leaves it empty. */
#define hvec_push(vec, ...) \
	do { \
		if ((vec)->len == (vec)->cap) { \
			(vec)->cap = (vec)->cap ? (vec)->cap * 2 : 8; \
			(vec)->items = xrealloc((vec)->items, (vec)->cap * sizeof *(vec)->items); \
		} \
		(vec)->items[(vec)->len++] = (__VA_ARGS__); \
	} while (0)
#define hvec_free(vec) (free((vec)->items), (vec)->items = NULL, (vec)->len = (vec)->cap = 0)

#endif
