/* The pointer is kept in between. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
	char *list, *name, *copy;
};

static struct options options;
static char *words;

static void read_bad(void)
{
	const char *copy = getenv("COPY");

	options.list = getenv("LIST"); // expect: env-pointer-stored (note)
	options.name = getenv("NAME"); // expect: env-pointer-stored (note)
	options.copy = strdup(copy ? copy : "");
	words = getenv("WORDS"); // expect: env-pointer-stored (note)
	if (!words)
		words = NULL;
	puts("read");
}

static int items_bad(void)
{
	int n = 0;

	for (char *item = options.list ? strtok(options.list, ",") : NULL; item; item = strtok(NULL, ",")) // expect: env-pointer-modified
		n++;
	return n;
}

static void cut_bad(struct options *o)
{
	char *at = strchr(o->name, '@');

	if (at)
		*at = '\0'; // expect: env-pointer-modified
}

static void released_bad(void)
{
	free(words); // expect: env-pointer-modified
}

static void released_ok(void)
{
	options.copy[0] = '\0';
	free(options.copy);
}

int main(void)
{
	int n;

	read_bad();
	n = items_bad();
	cut_bad(&options);
	released_bad();
	released_ok();
	return n;
}
