/* Scans commands into a folder of its own and reads the facts back. */
#include "driver/scan.h"

#include "base/files.h"
#include "driver/workers.h"
#include "model/facts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool make_folder(struct arena *arena, char **folder, struct err *err)
{
	const char *parent = getenv("TMPDIR");

	*folder = arena_printf(arena, "%s/snag-XXXXXX", parent && parent[0] ? parent : P_tmpdir);
	if (!mkdtemp(*folder))
		return err_set(err, "cannot make the temporary folder '%s': %s", *folder, strerror(errno));
	return true;
}

static Fact__Unit *without_facts(struct arena *arena, const struct check_unit *unit)
{
	Fact__Unit *facts = arena_new(arena, Fact__Unit);

	facts_init_failed(facts, unit->file, unit->status, unit->note);
	facts->configuration = arena_strdup(arena, unit->configuration);
	return facts;
}

/* What a scanner left. The words of a failure hold no path: the temporary folder's name would differ from run to run. */
static bool read_left(struct arena *arena, const char *path, Fact__Unit **facts, struct err *err)
{
	char *bytes;
	size_t length;

	if (!file_read(arena, path, 0, &bytes, &length, NULL))
		return err_set(err, "the scanner left no facts");
	return facts_unpack(arena, bytes, length, facts, err);
}

/* A unit whose facts can't be read was not analysed, whatever its scanner said. */
static Fact__Unit *read_facts(struct arena *arena, const char *path, struct check_unit *unit)
{
	bool usable = unit->status == FACT__STATUS__STATUS_OK || unit->status == FACT__STATUS__STATUS_PARTIAL;
	Fact__Unit *facts = NULL;
	struct err problem = { 0 };

	if (!usable)
		return without_facts(arena, unit);
	if (read_left(arena, path, &facts, &problem)) {
		/* By these two everything later knows the unit: they are the command's, whatever the file says. */
		facts->main_file = arena_strdup(arena, unit->file);
		facts->configuration = arena_strdup(arena, unit->configuration);
		return facts;
	}
	unit->status = FACT__STATUS__STATUS_CRASHED;
	unit->note = arena_strdup(arena, problem.text);
	return without_facts(arena, unit);
}

bool scan_commands(struct arena *arena, const struct commands *commands, const struct check_options *options,
		   struct scanned *scanned, struct err *err)
{
	struct interrupt interrupt;
	char *folder;
	bool ok;

	scanned->count = commands->all.len;
	scanned->units = arena_array(arena, struct check_unit, scanned->count);
	scanned->facts = arena_array(arena, Fact__Unit *, scanned->count);
	interrupt_hold(&interrupt);
	ok = make_folder(arena, &folder, err);
	if (ok) {
		ok = workers_run(arena, commands, options, folder, &interrupt, scanned->units, err);
		for (size_t i = 0; ok && i < scanned->count; i++) {
			scanned->facts[i] =
				read_facts(arena, workers_facts_path(arena, folder, i), &scanned->units[i]);
			scanned->units[i].facts = scanned->facts[i];
		}
		folder_remove(folder);
	}
	interrupt_let_go(&interrupt);
	return ok;
}
