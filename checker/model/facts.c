/* Facts files: reading them into an arena, and writing them. */
#include "model/facts.h"

#include "base/files.h"
#include "model/ir.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The facts of the largest known sources take some tens of megabytes. */
#define FACTS_SIZE_LIMIT ((size_t)256 << 20)
/* What a file may grow to in memory: two bytes can stand for an event of two hundred. */
#define FACTS_MEMORY_LIMIT ((size_t)2 << 30)

static const char *const status_names[] = {
	[FACT__STATUS__STATUS_OK] = "ok",	    [FACT__STATUS__STATUS_PARTIAL] = "partial",
	[FACT__STATUS__STATUS_FAILED] = "failed",   [FACT__STATUS__STATUS_TIMEOUT] = "timeout",
	[FACT__STATUS__STATUS_CRASHED] = "crashed",
};

const char *facts_status_name(Fact__Status status)
{
	return (unsigned)status < sizeof status_names / sizeof *status_names ? status_names[status] : "?";
}

bool facts_op_is_comparison(Fact__Op op)
{
	return ir_op_is_comparison((enum ir_op)op);
}

Fact__Op facts_op_negated(Fact__Op op)
{
	return (Fact__Op)ir_op_negated((enum ir_op)op);
}

Fact__Op facts_op_mirrored(Fact__Op op)
{
	return (Fact__Op)ir_op_mirrored((enum ir_op)op);
}

/* --- reading --------------------------------------------------------------- */

struct budget {
	struct arena *arena;
	size_t left;
};

static void *budget_alloc(void *data, size_t size)
{
	struct budget *budget = data;

	if (size > budget->left)
		return NULL;
	budget->left -= size;
	return arena_raw(budget->arena, size);
}

/* The arena frees everything at once. */
static void budget_free(void *data, void *pointer)
{
	(void)data;
	(void)pointer;
}

static void fill(Fact__Place **place, Fact__Place *nowhere)
{
	if (!*place)
		*place = nowhere;
}

static void fill_function_places(Fact__Function *function, Fact__Place *nowhere)
{
	fill(&function->place, nowhere);
	for (size_t i = 0; i < function->n_objects; i++)
		fill(&function->objects[i]->place, nowhere);
	for (size_t i = 0; i < function->n_events; i++)
		fill(&function->events[i]->place, nowhere);
	for (size_t i = 0; i < function->n_loops; i++)
		fill(&function->loops[i]->place, nowhere);
}

static void fill_places(struct arena *arena, Fact__Unit *unit)
{
	Fact__Place *nowhere = arena_new(arena, Fact__Place);

	fact__place__init(nowhere);
	for (size_t i = 0; i < unit->n_symbols; i++)
		fill(&unit->symbols[i]->place, nowhere);
	for (size_t i = 0; i < unit->n_functions; i++)
		fill_function_places(unit->functions[i], nowhere);
	for (size_t i = 0; i < unit->n_static_inits; i++)
		fill(&unit->static_inits[i]->place, nowhere);
	for (size_t i = 0; i < unit->n_diagnostics; i++)
		fill(&unit->diagnostics[i]->place, nowhere);
}

bool facts_unpack(struct arena *arena, const void *bytes, size_t length, Fact__Unit **unit, struct err *err)
{
	struct budget budget = { arena, FACTS_MEMORY_LIMIT };
	ProtobufCAllocator allocator = { budget_alloc, budget_free, &budget };
	struct arena_mark mark = arena_mark(arena);
	bool ok = false;

	*unit = fact__unit__unpack(&allocator, length, bytes);
	if (!*unit)
		err_set(err, "not facts, or cut off: scan the source again");
	else if (strcmp((*unit)->format, FACTS_FORMAT) != 0)
		err_set(err, "facts of another version of snag (this one reads %s): scan the source again",
			FACTS_FORMAT);
	else
		ok = facts_check(*unit, err);
	if (ok) {
		fill_places(arena, *unit);
		return true;
	}
	*unit = NULL;
	arena_rewind(arena, mark);
	return false;
}

bool facts_read(struct arena *arena, const char *path, Fact__Unit **unit, struct err *err)
{
	struct arena file = { 0 };
	struct err why = { 0 };
	size_t length = 0;
	char *bytes = NULL;
	bool ok = file_read(&file, path, FACTS_SIZE_LIMIT, &bytes, &length, err);

	*unit = NULL;
	if (ok && !facts_unpack(arena, bytes, length, unit, &why))
		ok = err_set(err, "'%s': %s", path, why.text);
	arena_release(&file);
	return ok;
}

/* --- writing --------------------------------------------------------------- */

bool facts_write(const char *path, const Fact__Unit *unit, struct err *err)
{
	size_t size = fact__unit__get_packed_size(unit);
	uint8_t *bytes;
	bool ok;

	if (size > FACTS_SIZE_LIMIT)
		return err_set(err, "the facts of '%s' take %zu bytes, more than %zu", unit->main_file, size,
			       FACTS_SIZE_LIMIT);
	bytes = xmalloc(size);
	fact__unit__pack(unit, bytes);
	ok = file_write(path, bytes, size, err);
	free(bytes);
	return ok;
}

char *facts_text(const char *text)
{
	return (char *)(uintptr_t)(text ? text : "");
}

void facts_init_failed(Fact__Unit *unit, const char *main_file, Fact__Status status, const char *note)
{
	fact__unit__init(unit);
	unit->format = facts_text(FACTS_FORMAT);
	unit->main_file = facts_text(main_file);
	unit->status = status;
	unit->note = facts_text(note);
	unit->glibc_minor = -1;
}
