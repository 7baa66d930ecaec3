/* Rows of a report as rows of the evidence table. */
#include "bench/evidence/keep.h"

#include "store/evidence.h"

#include <math.h>
#include <time.h>

bool keep(const struct report *report, const struct machine *machine, const char *database, struct err *err)
{
	struct arena arena = { 0 };
	struct evidence *rows = arena_array(&arena, struct evidence, report->rows.len);
	int64_t now = time(NULL);
	struct store *store;
	bool ok;

	for (size_t i = 0; i < report->rows.len; i++) {
		const struct row *row = report->rows.items[i];

		rows[i] = (struct evidence){ .name = row->name, .libc = row->libc, .what = row->what,
					     .unit = row->unit, .verdict = verdict_name(row->verdict),
					     .rule = row->rule, .note = row->note, .machine = machine->cpu_model,
					     .measured_at = now };
		if (!isnan(row->value))
			rows[i].value = arena_printf(&arena, "%.17g", row->value);
	}
	ok = store_open(database, &store, err);
	if (ok) {
		ok = evidence_put(store, rows, report->rows.len, err);
		store_close(store);
	}
	arena_release(&arena);
	return ok;
}
