/* `snag suppress`: decides on findings, lists decisions, drops those that are no longer needed. */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/author.h"
#include "cli/decisions.h"
#include "cli/id.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "config/pattern.h"
#include "driver/comments.h"
#include "driver/owners.h"
#include "model/date.h"
#include "report/table.h"
#include "store/query.h"
#include "store/suppressions.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const formats[] = { "table", "csv", "jsonl" };

struct suppressing {
	struct arena *arena;
	const struct options *options;
	struct project project;
	struct store *store;
	struct run_row run;
	struct comparison comparison;
	struct baseline baseline;
	struct suppression what; /* of new decisions */
};

static bool open_last_run(struct suppressing *s, bool write, struct err *err)
{
	bool found;

	if (!project_here(s->arena, s->options, &s->project, err))
		return false;
	if (write && !file_exists(s->project.database))
		return err_set(err, "no database '%s' yet: 'snag check' makes it", s->project.database);
	if (!(write ? store_open : store_open_read)(s->project.database, &s->store, err) ||
	    !store_find_run(s->store, s->arena, "", &s->run, &found, err))
		return false;
	if (!found)
		return err_set(err, "no run yet: 'snag check' makes one");
	return store_compare(s->store, s->arena, s->run.id, 0, &s->comparison, err) &&
	       baseline_read(s->arena, s->project.root, &s->baseline, err) &&
	       baseline_resolve(s->store, &s->baseline, err);
}

/* --- add ------------------------------------------------------------------ */

struct chosen {
	VEC(struct compared) all;
	struct loaded loaded;
};

static const struct compared *in_last_run(const struct suppressing *s, int64_t finding)
{
	for (size_t i = 0; i < s->comparison.all.len; i++)
		if (s->comparison.all.items[i].finding == finding)
			return &s->comparison.all.items[i];
	return NULL;
}

/* The same id may be given twice: it is open on two branches, say. */
static bool is_chosen(const struct chosen *chosen, int64_t finding)
{
	for (size_t i = 0; i < chosen->all.len; i++)
		if (chosen->all.items[i].finding == finding)
			return true;
	return false;
}

static bool choose_by_id(struct suppressing *s, struct chosen *chosen, struct err *err)
{
	for (size_t i = 1; i < s->options->operands.len; i++) {
		const char *start = s->options->operands.items[i];
		const struct compared *row;
		int64_t finding;

		if (!id_find(s->arena, s->store, start, &finding, err))
			return false;
		row = in_last_run(s, finding);
		if (!row)
			return err_set(err, "the last run does not have '%s': there is nothing to suppress", start);
		if (row->suppressed)
			return err_set(err, "'%s' is suppressed already (%s): %s", start, row->suppressed->source,
				       row->suppressed->reason);
		if (!is_chosen(chosen, finding))
			vec_push(s->arena, &chosen->all, *row);
	}
	return store_load(s->store, s->arena, s->run.id, 0, chosen->all.items, chosen->all.len, &chosen->loaded, err);
}

static bool is_in(const struct suppressing *s, const char *path)
{
	for (size_t i = 1; i < s->options->operands.len; i++) {
		const char *pattern = s->options->operands.items[i];

		if (pattern_fits(pattern[0] == '.' && pattern[1] == '/' ? pattern + 2 : pattern, path))
			return true;
	}
	return s->options->operands.len == 1;
}

/* What is open of a rule, everywhere or in some files. */
static bool choose_by_rule(struct suppressing *s, const char *rule, struct chosen *chosen, struct err *err)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->comparison.all.len; i++)
		if (!s->comparison.all.items[i].suppressed)
			vec_push(s->arena, &chosen->all, s->comparison.all.items[i]);
	if (!store_load(s->store, s->arena, s->run.id, 0, chosen->all.items, chosen->all.len, &chosen->loaded, err))
		return false;
	for (size_t i = 0; i < chosen->loaded.all.len; i++) {
		struct finding *f = chosen->loaded.all.items[i];

		if (!strcmp(f->rule->id, rule) && is_in(s, f->path))
			chosen->loaded.all.items[kept++] = f;
	}
	chosen->loaded.all.len = kept;
	return kept || err_set(err, "the last run has nothing open of '%s' there", rule);
}

/* In place of what was decided of the same finding before: that ran out, or it would not be open. */
static void put_entry(struct suppressing *s, const struct baseline_entry *entry)
{
	for (size_t i = 0; i < s->baseline.entries.len; i++) {
		struct baseline_entry *old = &s->baseline.entries.items[i];

		if (old->ordinal == entry->ordinal && !strcmp(old->fingerprint, entry->fingerprint)) {
			*old = *entry;
			return;
		}
	}
	vec_push(s->arena, &s->baseline.entries, *entry);
}

static bool to_baseline(struct suppressing *s, struct chosen *chosen, struct err *err)
{
	char *date = arena_alloc(s->arena, DATE_SIZE);

	date_text(date_today(), date);
	for (size_t i = 0; i < chosen->loaded.all.len; i++) {
		const struct finding *f = chosen->loaded.all.items[i];

		struct baseline_entry entry = { .fingerprint = f->id.full, .ordinal = f->ordinal, .rule = f->rule->id,
						.path = f->path, .function = f->function, .date = date, .what = s->what };

		put_entry(s, &entry);
	}
	return baseline_write(s->project.root, &s->baseline, err);
}

static bool to_database(struct suppressing *s, struct chosen *chosen, struct err *err)
{
	for (size_t i = 0; i < chosen->loaded.all.len; i++) {
		const struct finding *f = chosen->loaded.all.items[i];
		int64_t finding = 0;

		if (!store_find_id(s->store, f->id.full, f->ordinal, &finding, err) ||
		    !store_suppress(s->store, finding, &s->what, (int64_t)time(NULL), err))
			return false;
	}
	return true;
}

/* From the last line to the first, so that none moves before its turn. */
static bool to_sources(struct suppressing *s, struct chosen *chosen, struct err *err)
{
	const struct finding *below = NULL;

	for (size_t i = chosen->loaded.all.len; i-- > 0;) {
		struct finding *f = chosen->loaded.all.items[i];

		/* Two of one rule on a line need one comment. */
		if (below && !strcmp(below->path, f->path) && below->place.line == f->place.line && !strcmp(below->rule->id, f->rule->id))
			continue;
		below = f;
		if (!comment_add(path_join(s->arena, s->project.root, f->path), f, &s->what, err))
			return false;
	}
	return true;
}

static bool add(struct suppressing *s, struct err *err)
{
	const char *rule = option_value(s->options, "--rule", NULL);
	bool to_file = option_given(s->options, "--baseline"), private = option_given(s->options, "--private");
	struct chosen chosen = { 0 };
	unsigned days = 0;

	if (to_file && private)
		return err_set(err, "options '--baseline' and '--private' exclude each other");
	if (!rule && s->options->operands.len < 2)
		return err_set(err, "'snag suppress add' needs ids, or --rule ID");
	if (!open_last_run(s, private, err) || !settings_max_days(s->arena, s->project.root, &days, err) ||
	    !suppression_from(s->arena, s->options, s->project.root, private ? "database" : to_file ? "baseline" : "inline",
			      days, &s->what, err) ||
	    !(rule ? choose_by_rule(s, rule, &chosen, err) : choose_by_id(s, &chosen, err)) ||
	    !(to_file ? to_baseline : private ? to_database : to_sources)(s, &chosen, err))
		return false;
	print_line(stdout, "%zu suppressed %s", chosen.loaded.all.len,
		   to_file ? "in " BASELINE_NAME : private ? "in this database, for nobody else" : "in the source");
	return true;
}

/* --- list and audit ------------------------------------------------------- */

static void add_row(struct table *table, const struct decision *decision, const char *owner)
{
	const struct suppression *what = &decision->what;

	table_add(table, what->source, false);
	table_add(table, decision->id, false);
	table_add(table, decision->rule, false);
	table_add(table, decision->path, false);
	table_add(table, decision->line ? arena_printf(table->arena, "%u", decision->line) : NULL, true);
	table_add(table, what->kind, false);
	table_add(table, what->until, false);
	table_add(table, what->author && what->author[0] ? what->author : NULL, false);
	table_add(table, owner, false);
	table_add(table, what->reason, false);
	table_add(table, decision_note(table->arena, decision), false);
}

static bool tell(struct suppressing *s, bool only_noted, struct err *err)
{
	static const char *const names[] = { "source", "id", "rule", "path", "line", "kind", "until", "author", "owner",
					     "reason", "note" };
	struct table table = { .arena = s->arena };
	struct decisions decisions;
	struct owners owners;
	size_t format = 0;

	if (s->options->operands.len > 1)
		return err_set(err, "'snag suppress list' and 'audit' take no arguments");
	if (!option_choice(s->options, "--format", formats, 3, &format, err) || !open_last_run(s, false, err) ||
	    !decisions_read(s->arena, s->store, &s->run, &s->comparison, &s->baseline, &decisions, err) ||
	    !owners_read(s->arena, s->project.root, &owners, err))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		table_name(&table, names[i]);
	for (size_t i = 0; i < decisions.all.len; i++) {
		const struct decision *decision = &decisions.all.items[i];

		/* That a comment's statement changed is not one more decision. */
		if (only_noted ? decision_note(s->arena, decision) != NULL : decision->state != DECISION_CHANGED)
			add_row(&table, decision, decision->path ? owners_of(&owners, decision->path) : NULL);
	}
	return table_write(stdout, &table, (enum table_format)format, err);
}

static bool list(struct suppressing *s, struct err *err)
{
	return tell(s, false, err);
}

static bool audit(struct suppressing *s, struct err *err)
{
	return tell(s, true, err);
}

/* --- prune ---------------------------------------------------------------- */

/* All rules that unused comments at this place name. */
static bool drop_comment(struct suppressing *s, const struct decisions *decisions, size_t at, struct err *err)
{
	const struct decision *decision = &decisions->all.items[at];
	VEC(const char *) rules = { 0 };

	for (size_t i = 0; i < decisions->all.len; i++) {
		const struct decision *other = &decisions->all.items[i];

		if (other->state == DECISION_UNUSED && other->line == decision->line && other->column == decision->column &&
		    !strcmp(other->path, decision->path))
			vec_push(s->arena, &rules, other->rule);
	}
	return comment_remove(path_join(s->arena, s->project.root, decision->path), decision->line, decision->column,
			      rules.items, rules.len, err);
}

static bool is_first_of_place(const struct decisions *decisions, size_t at)
{
	const struct decision *decision = &decisions->all.items[at];

	for (size_t i = 0; i < at; i++)
		if (decisions->all.items[i].line == decision->line && decisions->all.items[i].column == decision->column &&
		    !strcmp(decisions->all.items[i].path, decision->path))
			return false;
	return true;
}

/* What can't be taken out of a source is told, and left. */
static size_t drop_comments(struct suppressing *s, const struct decisions *decisions)
{
	size_t dropped = 0;

	for (size_t i = decisions->all.len; i-- > 0;) {
		struct err err = { 0 };

		if (decisions->all.items[i].state != DECISION_UNUSED || !is_first_of_place(decisions, i))
			continue;
		if (drop_comment(s, decisions, i, &err))
			dropped++;
		else
			complain("%s", err.text);
	}
	return dropped;
}

static bool drop_entries(struct suppressing *s, const struct decisions *decisions, size_t *dropped, struct err *err)
{
	size_t kept = 0;
	bool *gone = arena_array(s->arena, bool, s->baseline.entries.len + 1);

	for (size_t i = 0; i < decisions->all.len; i++) {
		const struct decision *decision = &decisions->all.items[i];

		if (decision->state != DECISION_GONE)
			continue;
		if (!strcmp(decision->what.source, "baseline"))
			gone[decision->entry] = true;
		else if (!store_revoke(s->store, decision->row, (int64_t)time(NULL), err))
			return false;
		++*dropped;
	}
	for (size_t i = 0; i < s->baseline.entries.len; i++)
		if (!gone[i])
			s->baseline.entries.items[kept++] = s->baseline.entries.items[i];
	if (kept == s->baseline.entries.len)
		return true;
	s->baseline.entries.len = kept;
	return baseline_write(s->project.root, &s->baseline, err);
}

static bool prune(struct suppressing *s, struct err *err)
{
	struct decisions decisions;
	size_t dropped = 0;

	if (s->options->operands.len > 1)
		return err_set(err, "'snag suppress prune' takes no arguments");
	if (!open_last_run(s, true, err) ||
	    !decisions_read(s->arena, s->store, &s->run, &s->comparison, &s->baseline, &decisions, err))
		return false;
	dropped = drop_comments(s, &decisions);
	if (!drop_entries(s, &decisions, &dropped, err))
		return false;
	print_line(stdout, "%zu dropped", dropped);
	return true;
}

static const struct {
	const char *name;
	bool (*run)(struct suppressing *s, struct err *err);
} actions[] = { { "add", add }, { "list", list }, { "prune", prune }, { "audit", audit } };

static bool run(struct suppressing *s, struct err *err)
{
	const char *word = s->options->operands.len ? s->options->operands.items[0] : "";

	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (!strcmp(actions[i].name, word))
			return actions[i].run(s, err) && terminal_flush(err);
	return err_set(err, "'snag suppress' needs a word: add, list, prune, audit");
}

static int run_suppress(struct arena *arena, const struct options *options)
{
	struct suppressing s = { .arena = arena, .options = options };
	struct err err = { 0 };
	bool ok = run(&s, &err);

	store_close(s.store);
	return ok ? CLI_CLEAN : cli_trouble(&err);
}

static const struct option_row suppress_options[] = {
	{ "--rule", "ID", "add: all that is open of this rule, in the PATHs where some are given" },
	OPTION_REASON,
	OPTION_KIND,
	OPTION_UNTIL,
	OPTION_AUTHOR,
	{ "--baseline", NULL, "add: to .snag-baseline, not as a comment" },
	{ "--private", NULL, "add: to the database alone, where nobody else sees it" },
	{ "--format", "FORMAT", "list, audit: table (default), csv or jsonl" },
	OPTION_DB,
	OPTION_ROOT,
};

const struct cli_command command_suppress = {
	.name = "suppress",
	.synopsis = "add ID…|add --rule ID [PATH…]|list|prune|audit [OPTION…]",
	.help = "Ignore findings with a reason; list decisions, drop or tell what is unused or ran out",
	CLI_OPTIONS(suppress_options),
	.run = run_suppress,
};
