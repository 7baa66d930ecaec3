/* Edit distance between names. */
#include "base/nearest.h"

#include <string.h>

/* Longer than any command, option or rule: what is longer is no slip of the fingers. */
#define NAME_LIMIT 63

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Insertions, deletions, replacements, and neighbours swapped, each 1. */
static size_t distance(const char *a, const char *b)
{
	size_t rows[3][NAME_LIMIT + 1], *before = rows[0], *last = rows[1], *row = rows[2];
	size_t a_length = strlen(a), b_length = strlen(b);

	if (a_length > NAME_LIMIT || b_length > NAME_LIMIT)
		return NAME_LIMIT;
	for (size_t j = 0; j <= b_length; j++)
		last[j] = j;
	for (size_t i = 1; i <= a_length; i++) {
		size_t *free_row = before;

		row[0] = i;
		for (size_t j = 1; j <= b_length; j++) {
			row[j] = least(last[j - 1] + (a[i - 1] != b[j - 1]), least(last[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1);
		}
		before = last;
		last = row;
		row = free_row;
	}
	return last[b_length];
}

struct nearest nearest_to(const char *wanted)
{
	/* Half of the letters may be right by chance; beyond a third wrong, a suggestion only puzzles. */
	return (struct nearest){ .wanted = wanted, .distance = strlen(wanted) / 3 + 2 };
}

void nearest_offer(struct nearest *nearest, const char *name)
{
	size_t d = distance(nearest->wanted, name);

	if (d < nearest->distance) {
		nearest->distance = d;
		nearest->best = name;
	}
}
