/* Starting the musl build of the benches and taking over its rows. */
#include "bench/evidence/other_libc.h"

#include "base/files.h"
#include "bench/evidence/child.h"

#include <limits.h>
#include <unistd.h>

#define OTHER_LIBC_SECONDS 180

/* Beside this program, or NULL. */
static const char *other_program(struct arena *arena)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	const char *path;

	if (length <= 0)
		return NULL;
	self[length] = '\0';
	path = arena_printf(arena, "%s/snag-bench-musl", path_folder(arena, self));
	return file_exists(path) ? path : NULL;
}

void other_libc_run(struct bench *bench, const char *name)
{
	const char *program = other_program(bench->arena);
	const char *row_name = arena_printf(bench->arena, "%s.musl", name);
	const char *const argv[] = { program, name, bench->quick ? "--quick" : NULL, NULL };
	struct program_outcome outcome;
	struct err err = { 0 };

	if (!program) {
		row_skip(bench->report, report_row(bench->report, row_name, "the same with musl"),
			 "this build has no snag-bench-musl; it is made where musl-gcc (musl-tools) is installed");
		return;
	}
	outcome = program_run(argv, NULL, OTHER_LIBC_SECONDS);
	if (outcome.end != CHILD_DONE || !rows_read(bench->report, strbuf_text(&outcome.output), &err)) {
		struct row *row = report_row(bench->report, row_name, "the same with musl");

		row_judge(bench->report, row, false, "rows from snag-bench-musl");
		row_note(bench->report, row, "%s", err.text[0] ? err.text : "it failed or ran too long");
	}
	strbuf_release(&outcome.output);
}
