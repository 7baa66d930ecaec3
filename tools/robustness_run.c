/*
 * Feeds a scanner with spoilt sources: robustness_run SNAG-SCAN TIMES FOLDER…
 *
 * Each C or C++ file below the folders comes so many times: cut at a line or
 * within one, or with some of its tokens left out or twice, the same ones in
 * every run; and there are sources that go to extremes. For each, the scanner has to come to an end
 * in time, leave whole facts, and keep its own conventions. Where it doesn't,
 * the source is kept and named.
 */
#include "base/files.h"
#include "base/strbuf.h"
#include "driver/scan.h"
#include "tools/robustness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TIME_LIMIT 300 /* seconds for one source: this tells a hang, however much else the machine has to do */
#define JOBS 2

struct run {
	struct arena arena;
	char *folder;               /* where spoilt sources lie */
	unsigned times;
	VEC(const char *) sources;
	struct commands commands;
	VEC(const char *) descriptions; /* in parallel */
};

/* --- sources as they are ------------------------------------------------------ */

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);

	return length >= tail && !strcmp(text + length - tail, end);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Folders in folders, to a depth that no fixture has. */
static void find_sources(struct run *run, const char *folder, int depth)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, by_name);

	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name, *path = arena_printf(&run->arena, "%s/%s", folder, name);
		struct stat status;

		if (name[0] != '.' && stat(path, &status) == 0) {
			if (S_ISDIR(status.st_mode) && depth > 0)
				find_sources(run, path, depth - 1);
			else if (ends_in(name, ".c") || ends_in(name, ".cc") || ends_in(name, ".cpp"))
				vec_push(&run->arena, &run->sources, path);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

/* --- spoilt ones --------------------------------------------------------------- */

/* The first line of a fixture may say how it is compiled: a flag, or several. */
static void add_flags(struct run *run, struct command *command, const char *text)
{
	static const char mark[] = "flags: ";
	const char *line = strncmp(text, "//", 2) && strncmp(text, "/*", 2) ? "" : text + 3;

	if (strncmp(line, mark, sizeof mark - 1) != 0)
		return;
	line += sizeof mark - 1;
	while (*line == '-') {
		size_t length = strcspn(line, " \n");

		vec_push(&run->arena, &command->arguments, arena_strndup(&run->arena, line, length));
		line += length + strspn(line + length, " ");
	}
}

/* `source`: what was spoilt, or NULL. */
static bool add(struct run *run, const char *source, const char *text, size_t length, const char *description,
		struct err *err)
{
	size_t number = run->commands.all.len;
	const char *ending = source ? strrchr(source, '.') : ".c";
	const char *name = arena_printf(&run->arena, "%05zu%s", number, ending);
	const char *path = arena_printf(&run->arena, "%s/%s", run->folder, name);
	struct command command = { .folder = run->folder, .file = path, .given = name, .output = "" };

	command.configuration = name;
	vec_push(&run->arena, &command.arguments, "cc");
	vec_push(&run->arena, &command.arguments, "-D_GNU_SOURCE");
	if (source) {
		vec_push(&run->arena, &command.arguments, "-I");
		vec_push(&run->arena, &command.arguments, path_folder(&run->arena, source));
		add_flags(run, &command, text);
	}
	vec_push(&run->arena, &command.arguments, "-c");
	vec_push(&run->arena, &command.arguments, name);
	vec_push(&run->arena, &run->commands.all, command);
	vec_push(&run->arena, &run->descriptions, description);
	return file_write(path, text, length, err);
}

static bool spoil(struct run *run, size_t index, struct err *err)
{
	const char *source = run->sources.items[index];
	struct strbuf spoilt = { 0 };
	char *text;
	size_t length;
	bool ok = file_read(&run->arena, source, 0, &text, &length, err);

	for (unsigned n = 0; ok && n < run->times; n++) {
		const char *what = robustness_spoil(&run->arena, text, length, (unsigned)index, n, &spoilt);

		ok = add(run, source, strbuf_text(&spoilt), spoilt.len,
			 arena_printf(&run->arena, "%s, %s", source, what), err);
	}
	strbuf_release(&spoilt);
	return ok;
}

static bool add_extremes(struct run *run, struct err *err)
{
	struct strbuf text = { 0 };
	const char *what;
	bool ok = true;

	for (unsigned kind = 0; ok && (what = robustness_extreme(kind, &text)); kind++)
		ok = add(run, NULL, strbuf_text(&text), text.len, what, err);
	strbuf_release(&text);
	return ok;
}

/* --- what comes of them ----------------------------------------------------------- */

/* Errors in the source are no fault of the scanner's; what it left out since it broke a convention of its own is. */
static bool is_well(const struct check_unit *unit)
{
	return (unit->status == FACT__STATUS__STATUS_OK || unit->status == FACT__STATUS__STATUS_PARTIAL) &&
	       !strstr(unit->note, "was left out");
}

static size_t judge(const struct run *run, const struct scanned *scanned)
{
	size_t faults = 0;

	for (size_t i = 0; i < scanned->count; i++) {
		const struct check_unit *unit = &scanned->units[i];

		if (is_well(unit)) {
			unlink(run->commands.all.items[i].file);
			continue;
		}
		printf("%s: %s: %s\n", run->commands.all.items[i].file, run->descriptions.items[i], unit->note);
		faults++;
	}
	printf("%zu spoilt sources, %zu faults\n", scanned->count, faults);
	return faults;
}

static bool prepare(struct run *run, char **folders, struct err *err)
{
	bool ok = true;

	run->folder = arena_strdup(&run->arena, P_tmpdir "/robustness-XXXXXX");
	if (!mkdtemp(run->folder))
		return err_set(err, "no temporary folder");
	for (; *folders; folders++)
		find_sources(run, *folders, 4);
	for (size_t i = 0; ok && i < run->sources.len; i++)
		ok = spoil(run, i, err);
	return ok && add_extremes(run, err);
}

int main(int argc, char **argv)
{
	struct run run = { 0 };
	struct check_options options = { .scanner = argv[1], .jobs = JOBS, .timeout_seconds = TIME_LIMIT };
	struct scanned scanned;
	struct err err = { 0 };
	size_t faults = 1;

	run.times = argc > 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	if (!run.times)
		fputs("usage: robustness_run SNAG-SCAN TIMES FOLDER…\n", stderr);
	else if (!prepare(&run, argv + 3, &err) ||
		 !scan_commands(&run.arena, &run.commands, &options, &scanned, &err))
		fprintf(stderr, "robustness_run: %s\n", err.text);
	else
		faults = judge(&run, &scanned);
	if (run.folder)
		rmdir(run.folder); /* where nothing is kept */
	arena_release(&run.arena);
	return faults ? 1 : 0;
}
