/* Fuzz target: facts files are input like any other; whatever their bytes, reading them ends with a unit or an error. */
#include "model/facts.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct arena arena = { 0 };
	struct strbuf text = { 0 };
	struct err err = { 0 };
	Fact__Unit *unit;

	if (facts_unpack(&arena, bytes, length, &unit, &err))
		facts_print(unit, &text);
	strbuf_release(&text);
	arena_release(&arena);
	return 0;
}
