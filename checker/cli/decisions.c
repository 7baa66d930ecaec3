/* Gathers decisions from the three places where people write them, and weighs each. */
#include "cli/decisions.h"

#include "cli/author.h"
#include "model/date.h"
#include "store/query.h"
#include "store/suppressions.h"

#include <stdlib.h>
#include <string.h>

struct gathering {
	struct arena *arena;
	struct decisions *out;
	const struct comparison *comparison;
	int64_t today;
};

/* What time does to one that would hold. */
static enum decision_state at_this_time(const struct gathering *g, const char *until, enum decision_state otherwise)
{
	int64_t left;

	if (!until || !date_is_valid(until))
		return otherwise;
	left = date_days(until) - g->today;
	if (left < 0)
		return DECISION_EXPIRED;
	return left <= EXPIRY_NOTICE_DAYS && otherwise == DECISION_HOLDS ? DECISION_EXPIRING : otherwise;
}

/* Columns as the query of comments has them. */
static bool add_comment(void *data, const char *const *names, const struct query_cell *cells, size_t count)
{
	struct gathering *g = data;
	struct decision decision = { .path = arena_strdup_any(g->arena, cells[0].text),
				     .rule = arena_strdup_any(g->arena, cells[3].text) };
	const char *state = cells[4].text;

	(void)names;
	(void)count;
	decision.line = (uint32_t)strtoul(cells[1].text, NULL, 10);
	decision.column = (uint32_t)strtoul(cells[2].text, NULL, 10);
	decision.what = (struct suppression){ "inline", arena_strdup_any(g->arena, cells[5].text),
					      arena_strdup_any(g->arena, cells[7].text),
					      arena_strdup_any(g->arena, cells[6].text), "" };
	decision.state = !strcmp(state, "unused") ? DECISION_UNUSED :
			 !strcmp(state, "unchecked") ? DECISION_UNCHECKED :
						       DECISION_HOLDS;
	decision.state = at_this_time(g, decision.what.until, decision.state);
	vec_push(g->arena, &g->out->all, decision);
	return true;
}

/* Findings whose comment was kept while their statement changed. */
static bool add_changed(void *data, const char *const *names, const struct query_cell *cells, size_t count)
{
	struct gathering *g = data;
	struct decision decision = { .state = DECISION_CHANGED, .id = arena_strdup_any(g->arena, cells[0].text),
				     .rule = arena_strdup_any(g->arena, cells[1].text),
				     .path = arena_strdup_any(g->arena, cells[2].text) };

	(void)names;
	(void)count;
	decision.what = (struct suppression){ "inline", arena_strdup_any(g->arena, cells[3].text),
					      arena_strdup_any(g->arena, cells[4].text),
					      arena_strdup_any(g->arena, cells[5].text), "" };
	vec_push(g->arena, &g->out->all, decision);
	return true;
}

static bool add_comments(struct gathering *g, struct store *store, const char *branch, struct err *err)
{
	struct query_filter filter = { "branch", "=", branch };
	struct query comments = { .view = "comments", .filters = &filter, .filter_count = 1, .seconds = 30 };
	struct query changed = { .sql = "SELECT DISTINCT s.id, s.rule, s.path, s.kind, s.reason, s.until FROM v_suppressed s"
					" JOIN v_history h ON h.id = s.id WHERE s.suppressed_by = 'inline'"
					" AND h.state = 'edited' AND h.date >= date('now', '-90 days') ORDER BY s.path, s.id",
				 .seconds = 30 };

	return store_query(store, &comments, add_comment, g, err) && store_query(store, &changed, add_changed, g, err);
}

static bool is_there(const struct comparison *comparison, int64_t finding)
{
	for (size_t i = 0; i < comparison->all.len; i++)
		if (comparison->all.items[i].finding == finding)
			return true;
	return false;
}

static void add_baseline(struct gathering *g, const struct baseline *baseline)
{
	for (size_t i = 0; i < baseline->entries.len; i++) {
		const struct baseline_entry *entry = &baseline->entries.items[i];
		struct decision decision = { .id = arena_printf(g->arena, "%s/%u", entry->fingerprint, entry->ordinal),
					     .rule = entry->rule, .path = entry->path, .what = entry->what, .entry = i };

		if (!entry->finding)
			decision.state = DECISION_UNCHECKED;
		else if (!is_there(g->comparison, entry->finding))
			decision.state = DECISION_GONE;
		else
			decision.state = at_this_time(g, entry->what.until, DECISION_HOLDS);
		vec_push(g->arena, &g->out->all, decision);
	}
}

static bool add_stored(struct gathering *g, struct store *store, struct err *err)
{
	struct suppression_list list;

	if (!store_suppressions(store, g->arena, &list, err))
		return false;
	for (size_t i = 0; i < list.all.len; i++) {
		const struct suppression_row *row = &list.all.items[i];
		struct decision decision = { .id = row->id, .rule = row->rule, .path = row->path, .what = row->what,
					     .row = row->row };

		decision.state = row->there ? at_this_time(g, row->what.until, DECISION_HOLDS) : DECISION_GONE;
		vec_push(g->arena, &g->out->all, decision);
	}
	return true;
}

bool decisions_read(struct arena *arena, struct store *store, const struct run_row *run,
		    const struct comparison *comparison, const struct baseline *baseline, struct decisions *decisions,
		    struct err *err)
{
	struct gathering g = { .arena = arena, .out = decisions, .comparison = comparison, .today = date_today() };

	*decisions = (struct decisions){ 0 };
	if (!add_comments(&g, store, run->branch, err))
		return false;
	add_baseline(&g, baseline);
	return add_stored(&g, store, err);
}

const char *decision_note(struct arena *arena, const struct decision *decision)
{
	int64_t left;

	switch (decision->state) {
	case DECISION_HOLDS:
	case DECISION_UNCHECKED:
		return NULL;
	case DECISION_UNUSED:
		return "unused: hides nothing";
	case DECISION_GONE:
		return "gone: the finding is fixed";
	case DECISION_EXPIRED:
		return "expired";
	case DECISION_EXPIRING:
		left = date_days(decision->what.until) - date_today();
		return arena_printf(arena, left == 1 ? "expires in %lld day" : "expires in %lld days", (long long)left);
	case DECISION_CHANGED:
		return "changed: the statement isn't the one that it was written for";
	}
	return NULL;
}
