/* A program that loads modules, and sets each category in a function that is told which. */
#include "host.h"

#include <dlfcn.h>
#include <locale.h>
#include <string.h>

static int (*filter)(const char *text);

char *host_copy(const char *text)
{
	char *copy = host_memory(strlen(text) + 1);

	memcpy(copy, text, strlen(text) + 1);
	return copy;
}

static char *set(int category, const char *name)
{
	return setlocale(category, name);
}

static void begin(int category, const char *name)
{
	if (!set(category, name))
		set(category, "C");
}

/* Numbers are as in C before and after. */
static void look_at_money(void)
{
	char *before = setlocale(LC_NUMERIC, NULL);

	before = host_copy(before);
	setlocale(LC_NUMERIC, "");
	localeconv();
	setlocale(LC_NUMERIC, before);
}

/* The category is told by the caller. */
static int is_known(int category, const char *name)
{
	char *before = setlocale(category, NULL), *after;

	before = host_copy(before);
	after = setlocale(category, name);
	setlocale(category, before);
	return after != NULL;
}

/* Shared with programs of another name. */
static void begin_all(const char *program)
{
	if (strcmp(program, "server") != 0)
		setlocale(LC_ALL, "");
}

int main(int argc, char **argv)
{
	void *module;

	begin_all("server");
	if (host_read_ok(argv[argc - 1]) > 2)
		return 1;
	begin(LC_CTYPE, "");
	begin(LC_NUMERIC, "C");
	look_at_money();
	if (!is_known(LC_NUMERIC, argv[argc - 1]))
		return 1;
	module = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
	if (module)
		*(void **)&filter = dlsym(module, "module_filter_bad");
	return filter ? filter(argv[0]) : host_read_ok(argv[0]) > 1;
}
