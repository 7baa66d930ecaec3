/* Reads evidence from the database, and puts it into words. */
#include "cli/measured.h"

#include "store/evidence.h"
#include "store/query.h"

#include <stdlib.h>
#include <string.h>

#define BENCH_PROGRAM "snag-bench "

/* The value as people read it: four digits do, and what answers a question is in words. */
static const char *short_value(struct arena *arena, const struct evidence *row)
{
	double value = row->value ? strtod(row->value, NULL) : 0;

	if (!row->value)
		return "";
	if (!strcmp(row->unit, "yes"))
		return value != 0 ? ": yes" : ": no";
	return arena_printf(arena, ": %.4g%s%s", value, row->unit[0] ? " " : "", row->unit);
}

static void add_row(struct arena *arena, const char *bench, const struct evidence *row, struct measured *found)
{
	const char *text = arena_printf(arena, "%s, %s%s%s%s", row->what, row->libc, short_value(arena, row),
					row->rule[0] ? "; expected " : "", row->rule);

	vec_push(arena, &found->all, (struct report_measured){ bench, row->machine, row->verdict, text, row->note });
}

void measured_find(struct arena *arena, const char *database, const char *bench, struct measured *found)
{
	struct evidences evidences = { 0 };
	struct store *store;

	if (!bench || strncmp(bench, BENCH_PROGRAM, strlen(BENCH_PROGRAM)) != 0 ||
	    !store_open_read(database, &store, NULL))
		return;
	if (evidence_read(arena, store, bench + strlen(BENCH_PROGRAM), &evidences, NULL))
		for (size_t i = 0; i < evidences.all.len; i++)
			add_row(arena, bench, &evidences.all.items[i], found);
	store_close(store);
}

static bool is_found(const struct measured *found, const char *bench)
{
	for (size_t i = 0; bench && i < found->all.len; i++)
		if (!strcmp(found->all.items[i].bench, bench))
			return true;
	return false;
}

void measured_add(struct arena *arena, const char *database, const struct outputs *outputs, struct report_run *run)
{
	struct measured found = { 0 };

	for (size_t i = 0; i < outputs->all.len; i++)
		if (!strcmp(outputs->all.items[i].name, "html"))
			for (size_t r = 0; r < run->rule_count; r++)
				if (!is_found(&found, run->rules[r]->bench))
					measured_find(arena, database, run->rules[r]->bench, &found);
	run->measured = found.all.items;
	run->measured_count = found.all.len;
}
