/* Aligns two lists of sites that nothing but their order and their neighbouring lines tells apart. */
#include "store/match.h"

/* Beyond so many cells the alignment goes by order alone: only generated code repeats one statement that often. */
#define CELLS_LIMIT ((size_t)4 << 20)

/* The line before and the line behind, each a half of the context. */
static uint32_t likeness(uint64_t left, uint64_t right)
{
	uint32_t before = (uint32_t)(left >> 32) == (uint32_t)(right >> 32) && left >> 32;
	uint32_t behind = (uint32_t)left == (uint32_t)right && (uint32_t)left;

	return before + behind;
}

struct lists {
	const uint64_t *left, *right;
	size_t left_count, right_count;
};

static uint32_t best_of(uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t best = a > b ? a : b;

	return best > c ? best : c;
}

/* best[i][j]: the greatest likeness that what stands at i and j or behind can be paired with, crossing nothing. */
static void fill(const struct lists *lists, uint32_t *best)
{
	size_t width = lists->right_count + 1;

	for (size_t i = lists->left_count; i-- > 0;)
		for (size_t j = lists->right_count; j-- > 0;)
			best[i * width + j] = best_of(best[(i + 1) * width + j], best[i * width + j + 1],
						      best[(i + 1) * width + j + 1] +
							      likeness(lists->left[i], lists->right[j]));
}

static void pair_alike(const struct lists *lists, size_t *pair, bool *taken)
{
	size_t width = lists->right_count + 1, i = 0, j = 0;
	struct arena arena = { 0 };
	uint32_t *best = arena_array(&arena, uint32_t, (lists->left_count + 1) * width);

	fill(lists, best);
	while (i < lists->left_count && j < lists->right_count) {
		uint32_t like = likeness(lists->left[i], lists->right[j]);

		if (like && best[i * width + j] == best[(i + 1) * width + j + 1] + like) {
			taken[j] = true;
			pair[i++] = j++;
		} else if (best[i * width + j] == best[(i + 1) * width + j])
			i++;
		else
			j++;
	}
	arena_release(&arena);
}

/* What no neighbour told, in order. */
static void pair_rest(const struct lists *lists, size_t *pair, const bool *taken)
{
	size_t j = 0;

	for (size_t i = 0; i < lists->left_count; i++) {
		if (pair[i] != MATCH_NONE)
			continue;
		while (j < lists->right_count && taken[j])
			j++;
		if (j < lists->right_count)
			pair[i] = j++;
	}
}

void match_align(const uint64_t *left, size_t left_count, const uint64_t *right, size_t right_count, size_t *pair)
{
	struct lists lists = { left, right, left_count, right_count };
	struct arena arena = { 0 };
	bool *taken = arena_array(&arena, bool, right_count + 1);

	for (size_t i = 0; i < left_count; i++)
		pair[i] = MATCH_NONE;
	if ((left_count > 1 || right_count > 1) && (left_count + 1) <= CELLS_LIMIT / (right_count + 1))
		pair_alike(&lists, pair, taken);
	pair_rest(&lists, pair, taken);
	arena_release(&arena);
}
