/* `snag baseline`: writes down what is known, keeps it current, drops what is gone. */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/author.h"
#include "cli/project.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "driver/baseline.h"
#include "store/query.h"
#include "store/state.h"

#include <string.h>
#include <time.h>

struct writing {
	struct arena *arena;
	const struct options *options;
	struct project project;
	struct store *store;
	struct run_row run;
	struct comparison comparison;
	struct baseline baseline;
	struct suppression what; /* of entries that are added */
};

static const char *today(struct arena *arena)
{
	char text[11] = "";
	time_t now = time(NULL);
	struct tm tm;

	if (gmtime_r(&now, &tm))
		strftime(text, sizeof text, "%Y-%m-%d", &tm);
	return arena_strdup(arena, text);
}

static bool open_last_run(struct writing *w, struct err *err)
{
	bool found;

	if (!project_here(w->arena, w->options, &w->project, err) ||
	    !store_open_read(w->project.database, &w->store, err) ||
	    !store_find_run(w->store, w->arena, "", &w->run, &found, err))
		return false;
	if (!found)
		return err_set(err, "no run yet: 'snag check' makes one");
	return store_compare(w->store, w->arena, w->run.id, 0, &w->comparison, err) &&
	       baseline_read(w->arena, w->project.root, &w->baseline, err) && baseline_resolve(w->store, &w->baseline, err);
}

static bool has(const struct writing *w, int64_t finding)
{
	for (size_t i = 0; i < w->baseline.entries.len; i++)
		if (w->baseline.entries.items[i].finding == finding)
			return true;
	return false;
}

/* Entries for what the last run has and nothing hides. */
static bool add_open(struct writing *w, struct err *err)
{
	VEC(struct compared) open = { 0 };
	struct loaded loaded;

	for (size_t i = 0; i < w->comparison.all.len; i++) {
		const struct compared *row = &w->comparison.all.items[i];

		if (row->level >= LEVEL_WARNING && !row->suppressed && !has(w, row->finding))
			vec_push(w->arena, &open, *row);
	}
	if (!store_load(w->store, w->arena, w->run.id, 0, open.items, open.len, &loaded, err))
		return false;
	for (size_t i = 0; i < loaded.all.len; i++) {
		const struct finding *f = loaded.all.items[i];

		vec_push(w->arena, &w->baseline.entries,
			 (struct baseline_entry){ .fingerprint = f->id.full, .ordinal = f->ordinal, .rule = f->rule->id,
						  .path = f->path, .function = f->function, .date = today(w->arena),
						  .what = w->what });
	}
	print_line(stdout, "%zu added", loaded.all.len);
	return true;
}

static bool read_decision(struct writing *w, struct err *err)
{
	unsigned days = 0;

	return settings_max_days(w->arena, w->project.root, &days, err) &&
	       suppression_from(w->arena, w->options, w->project.root, "baseline", days, &w->what, err);
}

static bool create(struct writing *w, struct err *err)
{
	if (w->baseline.entries.len)
		return err_set(err, "there is a " BASELINE_NAME " already: 'snag baseline update --add' adds to it");
	return read_decision(w, err) && add_open(w, err);
}

/* What moved gets its new name; what is there stays as it was decided. */
static bool update(struct writing *w, struct err *err)
{
	size_t renamed = 0;

	for (size_t i = 0; i < w->baseline.entries.len; i++) {
		struct baseline_entry *entry = &w->baseline.entries.items[i];
		struct compared what = { .finding = entry->finding };
		const struct finding *f;
		struct loaded loaded;

		if (!store_load(w->store, w->arena, w->run.id, 0, &what, entry->finding ? 1 : 0, &loaded, err))
			return false;
		if (!loaded.all.len)
			continue;
		f = loaded.all.items[0];
		renamed += strcmp(entry->fingerprint, f->id.full) != 0 || entry->ordinal != f->ordinal;
		entry->fingerprint = f->id.full;
		entry->ordinal = f->ordinal;
		entry->path = f->path;
		entry->function = f->function;
	}
	print_line(stdout, "%zu renamed", renamed);
	return !option_given(w->options, "--add") || (read_decision(w, err) && add_open(w, err));
}

static bool is_there(const struct writing *w, int64_t finding)
{
	for (size_t i = 0; i < w->comparison.all.len; i++)
		if (w->comparison.all.items[i].finding == finding)
			return true;
	return false;
}

/* Only what is known to be fixed goes: not what wasn't checked, nor what this database never saw. */
static bool prune(struct writing *w, struct err *err)
{
	size_t kept = 0, all = w->baseline.entries.len;

	(void)err;
	for (size_t i = 0; i < all; i++) {
		const struct baseline_entry *entry = &w->baseline.entries.items[i];

		if (!entry->finding || is_there(w, entry->finding))
			w->baseline.entries.items[kept++] = *entry;
	}
	w->baseline.entries.len = kept;
	print_line(stdout, "%zu removed, %zu kept", all - kept, kept);
	return true;
}

static const struct {
	const char *name;
	bool (*run)(struct writing *w, struct err *err);
} actions[] = { { "create", create }, { "update", update }, { "prune", prune } };

static bool run(struct writing *w, struct err *err)
{
	const char *word = w->options->operands.len == 1 ? w->options->operands.items[0] : "";

	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (!strcmp(actions[i].name, word))
			return open_last_run(w, err) && actions[i].run(w, err) &&
			       baseline_write(w->project.root, &w->baseline, err) && terminal_flush(err);
	return err_set(err, "'snag baseline' needs a word: create, update, prune");
}

static int run_baseline(struct arena *arena, const struct options *options)
{
	struct writing w = { .arena = arena, .options = options };
	struct err err = { 0 };
	bool ok = run(&w, &err);

	store_close(w.store);
	return ok ? CLI_CLEAN : cli_trouble(&err);
}

static const struct option_row baseline_options[] = {
	OPTION_REASON,
	OPTION_KIND,
	OPTION_UNTIL,
	OPTION_AUTHOR,
	{ "--add", NULL, "update: add what is new, too" },
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_baseline = {
	.name = "baseline",
	.synopsis = "create|update|prune [OPTION…]",
	.help = "Write what the last run found to .snag-baseline, follow what moved, drop what is fixed",
	CLI_OPTIONS(baseline_options),
	.run = run_baseline,
};
