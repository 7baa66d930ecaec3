/* Writes the sample facts of the unit tests to a file for the fuzzer to begin with: bytes in a file would go stale. */
#include "model/facts_sample.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	struct arena arena = { 0 };
	struct err err = { 0 };
	bool ok = argc == 2 && facts_write(argv[1], facts_sample(&arena), &err);

	if (!ok)
		fprintf(stderr, "facts_seed: %s\n", argc == 2 ? err.text : "needs a path");
	arena_release(&arena);
	return ok ? 0 : 1;
}
