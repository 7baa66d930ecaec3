#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int for_each(const char *name, int (*visit)(char *item))
{
	const char *value = getenv(name);
	char *copy, *rest, *item;
	int failed = 0;

	if (!value || !(copy = strdup(value)))
		return -1;
	rest = copy;
	while ((item = strsep(&rest, ":")) != NULL) {
		item[strcspn(item, "=")] = '\0';
		failed |= visit(item);
	}
	free(copy);
	return failed;
}

static int show(char *item)
{
	return puts(item) < 0;
}

int main(void)
{
	return for_each("LS_COLORS", show);
}
