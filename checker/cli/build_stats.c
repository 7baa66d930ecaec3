/* `snag stats`: what the compiler wrapper did in this build, and why it didn't do the rest. */
#include "cli/cli.h"

#include "base/map.h"
#include "cli/project.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "spool/spool.h"

#include <stdlib.h>
#include <string.h>

/* Numbers by reason, printed in the order of the reasons. */
struct reasons {
	struct names names;
	VEC(size_t) counts;
};

static void add_reason(struct arena *arena, struct reasons *reasons, const char *reason, size_t count)
{
	size_t known = reasons->names.len;
	uint32_t id = names_add(&reasons->names, reason);

	if (id == known)
		vec_push(arena, &reasons->counts, 0);
	reasons->counts.items[id] += count;
}

static int compare_texts(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void print_reasons(struct arena *arena, const char *title, const struct reasons *reasons)
{
	const char **sorted = arena_array(arena, const char *, reasons->names.len);
	size_t total = 0;

	for (size_t i = 0; i < reasons->names.len; i++) {
		sorted[i] = reasons->names.texts[i];
		total += reasons->counts.items[i];
	}
	print_line(stdout, "%-16s %6zu", title, total);
	if (reasons->names.len)
		qsort(sorted, reasons->names.len, sizeof *sorted, compare_texts);
	for (size_t i = 0; i < reasons->names.len; i++)
		print_line(stdout, "%16s %6zu  %s", "", reasons->counts.items[names_find(&reasons->names, sorted[i])],
			   sorted[i]);
}

static void print_compiles(struct arena *arena, const struct spool_records *records)
{
	struct reasons analysed = { 0 }, lost = { 0 };

	for (size_t i = 0; i < records->compiles.len; i++) {
		const Spool__Compile *compile = records->compiles.items[i];

		if (!strcmp(compile->status, "ok") || !strcmp(compile->status, "partial"))
			add_reason(arena, &analysed,
				   !strcmp(compile->status, "partial") ? "in part"
				   : compile->cached		       ? "from the cache"
								       : "scanned",
				   1);
		else
			add_reason(arena, &lost, compile->note[0] ? compile->note : compile->status, 1);
	}
	print_reasons(arena, "analysed", &analysed);
	print_reasons(arena, "not analysed", &lost);
	names_release(&analysed.names);
	names_release(&lost.names);
}

static void print_passed(struct arena *arena, const struct spool *spool)
{
	struct spool_counts counts;
	struct reasons passed = { 0 };

	spool_counts_read(arena, spool, &counts);
	for (size_t i = 0; i < counts.all.len; i++)
		add_reason(arena, &passed, counts.all.items[i].reason, counts.all.items[i].count);
	print_reasons(arena, "passed on", &passed);
	names_release(&passed.names);
}

static int run_stats(struct arena *arena, const struct options *options)
{
	struct sources sources = { 0 };
	struct project project;
	struct spool spool;
	struct spool_records records;
	struct err err = { 0 };

	if (!settings_check(options, &err) || !sources_none(arena, &sources, &err))
		return cli_trouble(&err);
	project_find(arena, options, &sources, &project);
	spool_find(arena, project.root, &spool);
	if (!spool_read(arena, &spool, &records, &err))
		return cli_trouble(&err);
	if (!records.compiles.len && !records.links.len) {
		complain("no build was wrapped in '%s': see 'snag help cc'", project.root);
		return CLI_INCOMPLETE;
	}
	print_line(stdout, "%-16s %6zu", "compiles", records.compiles.len);
	print_compiles(arena, &records);
	print_line(stdout, "%-16s %6zu", "links", records.links.len);
	print_passed(arena, &spool);
	return terminal_flush(&err) ? CLI_CLEAN : cli_trouble(&err);
}

static const struct option_row stats_options[] = {
	OPTION_ROOT,
};

const struct cli_command command_stats = {
	.name = "stats",
	.synopsis = "[--root DIR]",
	.help = "Print what the compiler wrapper did in this build, and why not the rest",
	CLI_OPTIONS(stats_options),
	.run = run_stats,
};
