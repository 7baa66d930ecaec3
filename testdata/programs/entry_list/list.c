#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	char name[32];
	char *pair;
	struct entry *next;
};

static struct entry *entries;

static int set(const char *name, const char *value)
{
	struct entry *e = calloc(1, sizeof *e);
	size_t size = strlen(name) + strlen(value) + 2;

	if (!e || !(e->pair = malloc(size))) {
		free(e);
		return -1;
	}
	snprintf(e->name, sizeof e->name, "%s", name);
	snprintf(e->pair, size, "%s=%s", name, value);
	if (putenv(e->pair)) {
		free(e->pair);
		free(e);
		return -1;
	}
	e->next = entries;
	entries = e;
	return 0;
}

static void drop_all(void)
{
	while (entries) {
		struct entry *e = entries;

		entries = e->next;
		unsetenv(e->name);
		free(e->pair);
		free(e);
	}
}

int main(int argc, char **argv)
{
	if (argc < 2 || set("STEP", "1") || set("USER_STEP", argv[1]))
		return 1;
	if (system("step"))
		fputs("step failed\n", stderr);
	drop_all();
	return 0;
}
