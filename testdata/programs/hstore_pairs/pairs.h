#include <stdbool.h>
#include <stddef.h>

struct text {
	const char *begin;
	size_t length;
};

bool next_pair(const char **at, struct text *key, struct text *value);
void fold_key(char *key);
