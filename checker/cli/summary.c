/* Counts findings by state and by what hides them. */
#include "cli/summary.h"

#include <string.h>

enum hidden { HIDDEN_BASELINE, HIDDEN_INLINE, HIDDEN_DATABASE, HIDDEN_CONFIGURATION, HIDDEN_COUNT };

static const struct {
	const char *source, *text;
} hidden_by[HIDDEN_COUNT] = {
	[HIDDEN_BASELINE] = { "baseline", "in baseline" },
	[HIDDEN_INLINE] = { "inline", "ignored in source" },
	[HIDDEN_DATABASE] = { "database", "suppressed in the database" },
	[HIDDEN_CONFIGURATION] = { "configuration", "ignored by configuration" },
};

/* As people read them; the rest has no name of its own. */
static const char *const state_words[STATE_COUNT] = {
	[STATE_NEW] = "new",
	[STATE_REOPENED] = "reopened",
	[STATE_EDITED] = "edited",
	[STATE_RAISED] = "raised",
	[STATE_PERSISTING] = "known",
	[STATE_FIXED] = "fixed",
	[STATE_UNCHECKED] = "not checked",
	[STATE_RULE_OFF] = "with their rule off",
};

struct group {
	size_t count, hidden[HIDDEN_COUNT];
};

const char *plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void add(struct group *group, const struct finding *finding)
{
	group->count++;
	for (size_t i = 0; finding->suppressed && i < HIDDEN_COUNT; i++)
		group->hidden[i] += !strcmp(finding->suppressed->source, hidden_by[i].source);
}

static void print_hidden(FILE *out, const struct group *group)
{
	const char *separator = " (";

	for (size_t i = 0; i < HIDDEN_COUNT; i++)
		if (group->hidden[i]) {
			fprintf(out, "%s%zu %s", separator, group->hidden[i], hidden_by[i].text);
			separator = ", ";
		}
	if (separator[0] == ',')
		fputc(')', out);
}

static size_t absent(const struct closed_run *closed, enum finding_state state, enum level level)
{
	size_t count = 0;

	for (enum level i = level; i < LEVEL_COUNT; i++)
		count += closed->counts[state][i];
	return count;
}

void summary_states(FILE *out, struct finding *const *findings, size_t count, const struct closed_run *closed,
		    enum level level)
{
	struct group groups[STATE_COUNT] = { 0 }, all = { 0 };
	const char *separator = ": ";

	for (size_t i = 0; i < count; i++)
		if (findings[i]->level >= level) {
			add(&groups[findings[i]->state], findings[i]);
			add(&all, findings[i]);
		}
	fprintf(out, "%zu finding%s", all.count, plural(all.count));
	if (!closed->compared) {
		print_hidden(out, &all);
		return;
	}
	for (enum finding_state state = STATE_FIXED; state < STATE_COUNT; state++)
		groups[state].count = absent(closed, state, level);
	for (enum finding_state state = 0; state < STATE_COUNT; state++)
		if (groups[state].count) {
			fprintf(out, "%s%zu %s", separator, groups[state].count, state_words[state]);
			print_hidden(out, &groups[state]);
			separator = ", ";
		}
}
