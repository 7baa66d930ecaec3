#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "pairs.h"

char *keep_setlocale(int category, const char *name);

int main(void)
{
	char line[1000];

	if (!keep_setlocale(LC_CTYPE, "") && !keep_setlocale(LC_CTYPE, "C"))
		return 1;
	while (fgets(line, sizeof line, stdin)) {
		const char *at = line;
		struct text key, value;

		while (next_pair(&at, &key, &value)) {
			char name[100] = "";

			memcpy(name, key.begin, key.length < 99 ? key.length : 99);
			fold_key(name);
			printf("%s is %.*s\n", name, (int)value.length, value.begin);
		}
	}
	return 0;
}
