/* Sanitizers, valgrind and linters on small programs with a fault each: the case for a static rule. */
#include "bench/evidence/tools.h"

#include "base/files.h"
#include "bench/evidence/child.h"

#include <string.h>

#define WORDS_MOST 24
#define COMPILE_SECONDS 60
#define RUN_SECONDS 60
#define BUILT "-std=gnu17", "-g", "-O1", "-pthread"

/* A tool that looks at the source, or one that watches the program run. */
static const struct tool {
	const char *name;
	const char *const programs[4]; /* the first that is installed; NULL at the end */
	const char *const flags[10];   /* for the compiler, or for a tool that looks at the source */
	const char *const runner[8];   /* before the program */
	unsigned runs;                 /* of each program; 0: it looks at the source */
	const char *finding;           /* what a finding looks like in its output */
} tools[] = {
	{ .name = "gcc-warnings", .programs = { "gcc" }, .finding = "warning:",
	  .flags = { "-std=gnu17", "-O2", "-Wall", "-Wextra", "-fsyntax-only" } },
	{ .name = "clang-warnings", .programs = { "clang-19", "clang" }, .finding = "warning:",
	  .flags = { "-std=gnu17", "-Wall", "-Wextra", "-fsyntax-only" } },
	{ .name = "clang-analyzer", .programs = { "clang-19", "clang" }, .finding = "warning:",
	  .flags = { "-std=gnu17", "--analyze", "--analyzer-output", "text" } },
	{ .name = "clang-tidy", .programs = { "clang-tidy-19", "clang-tidy" }, .finding = "warning:",
	  .flags = { "--quiet", "--checks=-*,bugprone-*,cert-*,concurrency-*,-bugprone-easily-swappable-parameters" } },
	{ .name = "cppcheck", .programs = { "cppcheck" }, .finding = "warning:",
	  .flags = { "--quiet", "--enable=warning,portability,performance", "--template=gcc" } },
	{ .name = "tsan-clang", .programs = { "clang-19", "clang" }, .finding = "WARNING: ThreadSanitizer", .runs = 3,
	  .flags = { BUILT, "-fsanitize=thread" } },
	{ .name = "tsan-gcc", .programs = { "gcc" }, .finding = "WARNING: ThreadSanitizer", .runs = 3,
	  .flags = { BUILT, "-fsanitize=thread" } },
	{ .name = "asan-clang", .programs = { "clang-19", "clang" }, .finding = "ERROR: AddressSanitizer", .runs = 3,
	  .flags = { BUILT, "-fsanitize=address,undefined" } },
	{ .name = "memcheck", .programs = { "gcc" }, .finding = "==    at 0x", .runs = 1, .flags = { BUILT },
	  .runner = { "valgrind", "--quiet", "--fair-sched=try" } },
	{ .name = "helgrind", .programs = { "gcc" }, .finding = "Possible data race", .runs = 1, .flags = { BUILT },
	  .runner = { "valgrind", "--quiet", "--tool=helgrind", "--fair-sched=try" } },
};

/* What TSan has to say, so that the argument for a static rule stands. */
enum demand { NOTHING, SILENT, LOUD };

static const struct faulty {
	const char *name;
	bool runs; /* there is something to see for a tool that watches */
	enum demand tsan;
} faulty[] = {
	{ "getenv_race", true, SILENT },     { "localtime_race", true, SILENT },    { "environ_race", true, LOUD },
	{ "held_pointer", true, NOTHING },   { "putenv_automatic", true, NOTHING }, { "char_argument", true, NOTHING },
	{ "decimal_comma", false, NOTHING }, { "timestamp_id", false, NOTHING },    { "small_reads", false, NOTHING },
};

static const char *installed(const char *const names[])
{
	while (*names && !program_exists(*names))
		names++;
	return *names;
}

static const char *source_of(struct bench *bench, const struct faulty *program)
{
	return arena_printf(bench->arena, "%s/%s.c", SNAG_BENCH_PROGRAMS, program->name);
}

static size_t add_words(const char **argv, size_t count, const char *const *words)
{
	while (*words)
		argv[count++] = *words++;
	return count;
}

/* The program as the tool wants it built; NULL where it can't be. */
static const char *build(struct bench *bench, const struct tool *tool, const struct faulty *program)
{
	const char *argv[WORDS_MOST] = { installed(tool->programs) }, *path;
	struct program_outcome outcome;
	size_t count = add_words(argv, 1, tool->flags);

	path = arena_printf(bench->arena, "%s/%s-%s", bench->folder, program->name, tool->name);
	argv[count++] = source_of(bench, program);
	argv[count++] = "-o";
	argv[count++] = path;
	outcome = program_run(argv, NULL, COMPILE_SECONDS);
	strbuf_release(&outcome.output);
	return outcome.end == CHILD_DONE ? path : NULL;
}

static unsigned count_findings(const char *output, const char *finding)
{
	unsigned count = 0;

	while ((output = strstr(output, finding))) {
		output += strlen(finding);
		count++;
	}
	return count;
}

/* The line of the first finding, from the finding on. */
static void note_first(struct bench *bench, struct row *row, const char *output, const char *finding)
{
	const char *start = strstr(output, finding);

	if (start && !*row->note)
		row_note(bench->report, row, "%.*s", (int)strcspn(start, "\n"), start);
}

static void look_at_source(struct bench *bench, const struct tool *tool, const struct faulty *program, struct row *row)
{
	const char *argv[WORDS_MOST] = { installed(tool->programs) };
	struct program_outcome outcome;
	size_t count = add_words(argv, 1, tool->flags);

	argv[count++] = source_of(bench, program);
	if (!strcmp(tool->name, "clang-tidy"))
		argv[count++] = "--";
	outcome = program_run(argv, NULL, COMPILE_SECONDS);
	row_value(row, count_findings(strbuf_text(&outcome.output), tool->finding), "warnings");
	note_first(bench, row, strbuf_text(&outcome.output), tool->finding);
	strbuf_release(&outcome.output);
}

struct watched {
	unsigned runs, found, crashed;
	bool unusable; /* the tool itself does not start on this kernel */
};

static struct watched watch(struct bench *bench, const struct tool *tool, const char *path, struct row *row)
{
	struct watched seen = { .runs = bench->quick ? 1 : tool->runs };
	const char *argv[WORDS_MOST] = { NULL };

	argv[add_words(argv, 0, tool->runner)] = path;
	for (unsigned i = 0; i < seen.runs && !seen.unusable; i++) {
		struct program_outcome outcome = program_run(argv, NULL, RUN_SECONDS);
		const char *output = strbuf_text(&outcome.output);

		seen.unusable = strstr(output, "FATAL: ThreadSanitizer") != NULL;
		seen.found += count_findings(output, tool->finding) > 0;
		seen.crashed += outcome.end == CHILD_CRASHED;
		note_first(bench, row, output, tool->finding);
		strbuf_release(&outcome.output);
	}
	return seen;
}

static void watch_program(struct bench *bench, const struct tool *tool, const struct faulty *program, struct row *row)
{
	const char *path = build(bench, tool, program);
	bool tsan = !strncmp(tool->name, "tsan-", 5);
	struct watched seen;

	if (!path) {
		row_skip(bench->report, row, "the program can't be built for it");
		return;
	}
	seen = watch(bench, tool, path, row);
	if (seen.unusable) {
		row_skip(bench->report, row, "the tool does not start on this kernel");
		return;
	}
	row_value(row, 100.0 * seen.found / seen.runs, "% of runs");
	if (seen.crashed)
		row_note(bench->report, row, "%s%s%u of %u runs crash", row->note, *row->note ? "; " : "", seen.crashed,
			 seen.runs);
	if (tsan && program->tsan == SILENT)
		row_judge(bench->report, row, seen.found == 0, "silence: libc is not instrumented");
	else if (tsan && program->tsan == LOUD)
		row_judge(bench->report, row, seen.found > 0, "a report");
}

static const char *missing(const struct tool *tool)
{
	if (!installed(tool->programs))
		return tool->programs[0];
	return tool->runner[0] && !program_exists(tool->runner[0]) ? tool->runner[0] : NULL;
}

static void run_on(struct bench *bench, const struct tool *tool, const struct faulty *program)
{
	const char *name = arena_printf(bench->arena, "tools.%s.%s", tool->name, program->name);
	struct row *row;

	if (tool->runs && !program->runs)
		return;
	row = report_row(bench->report, name, "%s on %s.c", tool->name, program->name);
	if (tool->runs)
		watch_program(bench, tool, program, row);
	else
		look_at_source(bench, tool, program, row);
}

static void run_tool(struct bench *bench, const struct tool *tool)
{
	if (missing(tool)) {
		row_skip(
			bench->report,
			report_row(bench->report, arena_printf(bench->arena, "tools.%s", tool->name), "%s", tool->name),
			"%s is not installed", missing(tool));
		return;
	}
	for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++)
		run_on(bench, tool, &faulty[i]);
}

void tools_run(struct bench *bench)
{
	if (!file_exists(source_of(bench, &faulty[0]))) {
		row_skip(bench->report, report_row(bench->report, "tools.programs", "other tools on the same faults"),
			 "needs the source tree: there is no %s", SNAG_BENCH_PROGRAMS);
		return;
	}
	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
		run_tool(bench, &tools[i]);
}
