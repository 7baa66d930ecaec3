/* Which suppression hides which finding: the comment in the source first, then what stands outside of it. */
#include "store/closing.h"

#include <stdlib.h>
#include <string.h>

/* A suppression with the finding that it names. */
struct candidate {
	const struct stored_decision *from;
	int64_t finding; /* 0: patterns decide */
};

struct deciding {
	struct closing *c;
	VEC(struct candidate) candidates; /* the first that fits holds */
	struct map by_finding;            /* finding → first candidate that names it */
	struct map decided;               /* finding → index into closing.decisions */
};

static bool has_run_out(const struct closing *c, const struct suppression *what)
{
	return what->until && strcmp(what->until, c->today) < 0;
}

static void add_candidate(struct deciding *d, const struct stored_decision *from, int64_t finding)
{
	struct arena *arena = &d->c->writer.arena;

	if (finding) {
		bool added;
		uint64_t *first = map_put(&d->by_finding, (uint64_t)finding, d->candidates.len, &added);

		/* One that still holds goes before one that ran out. */
		if (!added && has_run_out(d->c, &d->candidates.items[*first].from->what) &&
		    !has_run_out(d->c, &from->what))
			*first = d->candidates.len;
	}
	vec_push(arena, &d->candidates, (struct candidate){ from, finding });
}

/* Ids that no run of this database has seen name nothing. */
static bool add_given(struct deciding *d)
{
	const struct stored_run *in = d->c->in;
	struct rows rows;

	ROWS_OPEN(&rows, d->c->writer.store, "SELECT finding_id FROM site WHERE fp = ? AND ord = ?", TEXT(""), NUMBER(0));
	for (size_t i = 0; i < in->decision_count; i++) {
		const struct stored_decision *from = &in->decisions[i];

		if (!from->fingerprint)
			continue;
		rows_again(&rows, (struct value[]){ TEXT(from->fingerprint), NUMBER(from->ordinal) }, 2);
		if (rows_next(&rows))
			add_candidate(d, from, rows_number(&rows, 0));
	}
	return rows_close(&rows, d->c->writer.err);
}

static const char *copy(struct deciding *d, const char *text)
{
	return text ? arena_strdup(d->c->results, text) : NULL;
}

static bool add_stored(struct deciding *d)
{
	struct rows rows;

	rows_open(&rows, d->c->writer.store,
		  "SELECT finding_id, rule_glob, path_glob, kind, reason, author, until FROM suppression"
		  " WHERE revoked_at IS NULL ORDER BY finding_id IS NULL, id DESC",
		  NULL, 0);
	while (rows_next(&rows)) {
		struct stored_decision *from = arena_new(d->c->results, struct stored_decision);

		*from = (struct stored_decision){ .rule_glob = copy(d, rows_text(&rows, 1)),
						  .path_glob = copy(d, rows_text(&rows, 2)),
						  .what = { "database", copy(d, rows_text(&rows, 3)),
							    copy(d, rows_text(&rows, 4)), copy(d, rows_text(&rows, 6)),
							    copy(d, rows_text(&rows, 5)) } };
		add_candidate(d, from, rows_number(&rows, 0));
	}
	return rows_close(&rows, d->c->writer.err);
}

static void add_patterns(struct deciding *d)
{
	for (size_t i = 0; i < d->c->in->decision_count; i++)
		if (!d->c->in->decisions[i].fingerprint)
			add_candidate(d, &d->c->in->decisions[i], 0);
}

/* What names the finding goes before patterns; of both the baseline before the database, that before the configuration. */
static const struct suppression *decide(struct deciding *d, int64_t finding, const char *rule, const char *path,
				     const struct suppression **expired)
{
	const uint64_t *named = map_get(&d->by_finding, (uint64_t)finding);

	if (named) {
		const struct suppression *what = &d->candidates.items[*named].from->what;

		if (!has_run_out(d->c, what))
			return what;
		*expired = what;
	}
	for (size_t i = 0; i < d->candidates.len; i++) {
		const struct stored_decision *from = d->candidates.items[i].from;

		if (d->candidates.items[i].finding || sqlite3_strglob(from->rule_glob, rule) != 0 ||
		    sqlite3_strglob(from->path_glob, path) != 0)
			continue;
		if (!has_run_out(d->c, &from->what))
			return &from->what;
		*expired = &from->what;
	}
	return NULL;
}

static void keep(struct deciding *d, int64_t finding, const struct suppression *what)
{
	bool added;

	map_put(&d->decided, (uint64_t)finding, 1, &added);
	if (added)
		vec_push(&d->c->writer.arena, &d->c->decisions, (struct decision_row){ finding, what });
}

/* A finding in a header may be suppressed in the text as one unit sees it and not as another does: then it isn't. */
static void decide_fresh(struct deciding *d)
{
	for (size_t i = 0; i < d->c->in->finding_count; i++) {
		struct finding *f = d->c->in->findings[i];
		int64_t finding = d->c->sites.items[d->c->site_of[i]].finding;

		f->expired = NULL;
		if (f->suppressed && has_run_out(d->c, f->suppressed)) {
			f->expired = f->suppressed;
			f->suppressed = NULL;
		}
		if (!f->suppressed)
			f->suppressed = decide(d, finding, f->rule->id, f->path, &f->expired);
		if (!f->suppressed)
			f->suppressed = f->configured;
		if (f->suppressed) {
			f->expired = NULL;
			keep(d, finding, f->suppressed);
		}
	}
}

/* What isn't seen now keeps the comment that hid it. */
static bool decide_held(struct deciding *d)
{
	struct rows rows;

	ROWS_OPEN(&rows, d->c->writer.store,
		  "SELECT kind, reason, author, until FROM decision WHERE snapshot_id = ? AND finding_id = ?"
		  " AND source = 'inline'",
		  NUMBER(0), NUMBER(0));
	for (size_t i = 0; i < d->c->base.findings.len; i++) {
		const struct base_finding *finding = &d->c->base.findings.items[i];
		const struct match_site *site = &d->c->base.sites.items[i];
		const struct suppression *what, *expired = NULL;

		if (!site->held || finding->now != MATCH_NONE)
			continue;
		rows_again(&rows, (struct value[]){ NUMBER(d->c->base.snapshot), NUMBER(finding->finding) }, 2);
		if (rows_next(&rows)) {
			struct suppression *kept = arena_new(d->c->results, struct suppression);

			*kept = (struct suppression){ "inline", copy(d, rows_text(&rows, 0)), copy(d, rows_text(&rows, 1)),
						   copy(d, rows_text(&rows, 3)), copy(d, rows_text(&rows, 2)) };
			what = kept;
		} else
			what = decide(d, finding->finding, site->rule, site->path, &expired);
		if (what)
			keep(d, finding->finding, what);
	}
	return rows_close(&rows, d->c->writer.err);
}

static int compare_decisions(const void *left, const void *right)
{
	const struct decision_row *a = left, *b = right;

	return (a->finding > b->finding) - (a->finding < b->finding);
}

bool decisions_make(struct closing *c)
{
	struct deciding d = { .c = c };
	bool ok = add_given(&d) && add_stored(&d);

	if (ok) {
		add_patterns(&d);
		decide_fresh(&d);
		ok = decide_held(&d);
	}
	if (c->decisions.len)
		qsort(c->decisions.items, c->decisions.len, sizeof *c->decisions.items, compare_decisions);
	map_release(&d.by_finding);
	map_release(&d.decided);
	return ok;
}
