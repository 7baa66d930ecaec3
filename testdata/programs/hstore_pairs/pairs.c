/* Pairs of key=>value: a key ends at a space. Bytes of UTF-8 mustn't end it. */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>

#include "pairs.h"

bool next_pair(const char **at, struct text *key, struct text *value)
{
	const char *p = *at;

	while (isspace((unsigned char)*p))
		p++;
	key->begin = p;
	while (*p && *p != '=' && !isspace((unsigned char)*p))
		p++;
	key->length = (size_t)(p - key->begin);
	while (isspace((unsigned char)*p))
		p++;
	if (p[0] != '=' || p[1] != '>')
		return false;
	value->begin = p += 2;
	while (*p && *p != ',')
		p++;
	value->length = (size_t)(p - value->begin);
	*at = *p ? p + 1 : p;
	return true;
}

void fold_key(char *key)
{
	for (; *key; key++)
		*key = (char)tolower((unsigned char)*key);
}
