/* What a run changed against the run before it: the state of each finding. */
#include "store/closing.h"

#include <string.h>

/* Whether one of the two branches once saw it go. */
static bool was_fixed(struct closing *c, struct rows *rows, int64_t finding)
{
	struct value values[] = { NUMBER(finding), NUMBER(finding), NUMBER(c->run), TEXT(or_empty(c->in->branch)),
				  TEXT(c->base.run ? c->base.branch : or_empty(c->in->branch)) };

	rows_again(rows, values, sizeof values / sizeof *values);
	return rows_next(rows);
}

/* The strongest level of each site: several units and programs may see it differently. */
static enum level *site_levels(struct closing *c)
{
	enum level *levels = arena_array(&c->writer.arena, enum level, c->sites.len + 1);

	for (size_t i = 0; i < c->in->finding_count; i++)
		if (c->in->findings[i]->level > levels[c->site_of[i]])
			levels[c->site_of[i]] = c->in->findings[i]->level;
	return levels;
}

static void find_state(struct closing *c, struct rows *fixed, struct site *site, enum level level)
{
	const uint64_t *before = map_get(&c->base.by_finding, (uint64_t)site->finding);

	if (before)
		site->state = level > c->base.findings.items[*before].level ? STATE_RAISED : STATE_PERSISTING;
	else if (was_fixed(c, fixed, site->finding))
		site->state = STATE_REOPENED;
	else
		site->state = site->was ? STATE_EDITED : STATE_NEW;
	if (site->state == STATE_EDITED)
		c->base.findings.items[*map_get(&c->base.by_finding, (uint64_t)site->was)].edited = true;
	else
		site->was = 0;
	c->out->counts[site->state][level]++;
}

/* The state of a finding of the run before that this one didn't find. */
static enum finding_state absent_state(const struct closing *c, const struct base_finding *finding,
			       const struct match_site *site)
{
	if (!site->held)
		return STATE_FIXED;
	return map_get(&c->base.analysed_rules, (uint64_t)finding->rule) ? STATE_UNCHECKED : STATE_RULE_OFF;
}

static void hand_back(struct closing *c)
{
	for (size_t i = 0; i < c->in->finding_count; i++) {
		struct site *site = &c->sites.items[c->site_of[i]];
		struct finding *finding = c->in->findings[i];

		finding->ordinal = site->ordinal;
		finding->state = site->state;
		finding->was = NULL;
		if (site->was) {
			const struct match_site *was = &c->base.sites.items[*map_get(&c->base.by_finding,
										      (uint64_t)site->was)];

			finding->was = arena_printf(c->results, "%s/%u", was->id->full,
						    c->base.findings.items[was - c->base.sites.items].ordinal);
		}
	}
}

bool changes_find(struct closing *c)
{
	enum level *levels = site_levels(c);
	struct rows fixed;

	ROWS_OPEN(&fixed, c->writer.store,
		  "SELECT 1 FROM change JOIN run ON run.id = run_id WHERE (finding_id = ? AND state = 'fixed' OR was_id = ?)"
		  " AND run_id < ? AND branch IN (?, ?)",
		  NUMBER(0), NUMBER(0), NUMBER(0), TEXT(""), TEXT(""));
	for (size_t i = 0; i < c->sites.len; i++)
		find_state(c, &fixed, &c->sites.items[i], levels[i]);
	for (size_t i = 0; i < c->base.findings.len; i++) {
		const struct base_finding *finding = &c->base.findings.items[i];

		if (finding->now == MATCH_NONE && !finding->edited)
			c->out->counts[absent_state(c, finding, &c->base.sites.items[i])][finding->level]++;
	}
	hand_back(c);
	return rows_close(&fixed, c->writer.err);
}

static bool write_gone(struct closing *c, const struct match_site *site)
{
	int64_t file = 0;

	return !site->file_gone || (writer_file(&c->writer, site->path, &file) &&
				    WRITE(&c->writer, SQL_GONE, NULL, NUMBER(c->run), NUMBER(file)));
}

bool changes_write(struct closing *c)
{
	bool ok = true;

	for (size_t i = 0; ok && i < c->sites.len; i++) {
		const struct site *site = &c->sites.items[i];

		if (site->state != STATE_PERSISTING)
			ok = WRITE(&c->writer, SQL_CHANGE, NULL, NUMBER(c->run), NUMBER(site->finding),
				   TEXT(state_name(site->state)), NUMBER(site->was));
	}
	for (size_t i = 0; ok && i < c->base.findings.len; i++) {
		const struct base_finding *finding = &c->base.findings.items[i];
		const struct match_site *site = &c->base.sites.items[i];

		if (finding->now == MATCH_NONE && !finding->edited && absent_state(c, finding, site) == STATE_FIXED)
			ok = WRITE(&c->writer, SQL_CHANGE, NULL, NUMBER(c->run), NUMBER(finding->finding), TEXT("fixed"),
				   NUMBER(0));
		ok = ok && write_gone(c, site);
	}
	return ok;
}
