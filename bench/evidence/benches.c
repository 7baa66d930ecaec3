/* The list of benches. */
#include "bench/evidence/bench.h"

#include <string.h>

static const struct bench_entry benches[] = {
	{ "env", "setenv against everything that reads the environment, in another thread", bench_env, true },
	{ "pointer", "the pointer that getenv returned, after setenv", bench_pointer, true },
	{ "putenv", "memory that putenv made part of the environment", bench_putenv, true },
	{ "ids", "timestamps of several threads that are the same", bench_ids, false },
	{ "io", "what a read or write costs, by the size of its buffer", bench_io, false },
	{ "locale", "numbers, comparisons and case under other locales", bench_locale, false },
	{ "ctype", "isspace and its kin: locales, negative arguments", bench_ctype, true },
};

const struct bench_entry *bench_named(const char *name)
{
	for (size_t i = 0; i < sizeof benches / sizeof *benches; i++)
		if (!strcmp(benches[i].name, name))
			return &benches[i];
	return NULL;
}

const struct bench_entry *bench_at(size_t index)
{
	return index < sizeof benches / sizeof *benches ? &benches[index] : NULL;
}
