/* The places of a run where something was found: which finding of the run before each is, and what it is called. */
#include "store/closing.h"

#include <stdlib.h>
#include <string.h>

struct ordered {
	const struct finding *finding;
	size_t index;
};

/* By fingerprint, then source order: what is equal so far is one site, seen from several units. */
static int compare_places(const struct finding *a, const struct finding *b)
{
	int order = strcmp(a->id.full, b->id.full);

	if (!order)
		order = strcmp(a->path, b->path);
	if (!order)
		order = (a->place.line > b->place.line) - (a->place.line < b->place.line);
	if (!order)
		order = (a->place.column > b->place.column) - (a->place.column < b->place.column);
	return order;
}

static int compare_ordered(const void *left, const void *right)
{
	const struct ordered *a = left, *b = right;
	int order = compare_places(a->finding, b->finding);

	return order ? order : (a->index > b->index) - (a->index < b->index);
}

static void collect(struct closing *c)
{
	struct arena *arena = &c->writer.arena;
	struct ordered *list = arena_array(arena, struct ordered, c->in->finding_count + 1);

	c->site_of = arena_array(arena, size_t, c->in->finding_count + 1);
	for (size_t i = 0; i < c->in->finding_count; i++)
		list[i] = (struct ordered){ c->in->findings[i], i };
	if (c->in->finding_count)
		qsort(list, c->in->finding_count, sizeof *list, compare_ordered);
	for (size_t i = 0; i < c->in->finding_count; i++) {
		const struct finding *f = list[i].finding;

		if (!i || compare_places(list[i - 1].finding, f) != 0) {
			vec_push(arena, &c->sites, (struct site){ .first = f });
			vec_push(arena, &c->places,
				 (struct match_site){ .id = &f->id, .rule = f->rule->id, .path = f->path,
						      .function = or_empty(f->function), .subject = or_empty(f->subject),
						      .line = f->place.line, .column = f->place.column,
						      .context = f->context, .other = MATCH_NONE });
		}
		c->site_of[list[i].index] = c->sites.len - 1;
	}
}

bool sites_match(struct closing *c)
{
	collect(c);
	match_sites((struct match_sites){ c->base.sites.items, c->base.sites.len },
		    (struct match_sites){ c->places.items, c->places.len });
	for (size_t i = 0; i < c->sites.len; i++) {
		const struct match_site *place = &c->places.items[i];
		struct base_finding *before = place->other == MATCH_NONE ? NULL : &c->base.findings.items[place->other];

		if (!before)
			continue;
		if (place->stage == MATCH_EDITED) {
			c->sites.items[i].was = before->finding;
			continue;
		}
		before->now = i;
		c->sites.items[i].finding = before->finding;
		if (place->stage <= MATCH_ALIGNED) {
			c->sites.items[i].site = before->site;
			c->sites.items[i].ordinal = before->ordinal;
		}
	}
	return true;
}

/* Naming: the queries for what a fingerprint already stands for, and findings that are taken in this run. */
struct naming {
	struct closing *c;
	struct rows by_fingerprint;
	struct map taken;
};

/*
 * A site of that fingerprint in the database which this one may be: of the same
 * finding, or, for one that isn't known yet, of any that is free (it was fixed
 * and is back). Otherwise gives the next free ordinal.
 */
static void look_up(struct naming *n, struct site *site)
{
	rows_again(&n->by_fingerprint, (struct value[]){ TEXT(site->first->id.full) }, 1);
	while (rows_next(&n->by_fingerprint)) {
		int64_t finding = rows_number(&n->by_fingerprint, 1);
		bool fits = site->finding ? finding == site->finding : !map_get(&n->taken, (uint64_t)finding);

		if (fits) {
			site->site = rows_number(&n->by_fingerprint, 0);
			site->finding = finding;
			site->ordinal = (uint32_t)rows_number(&n->by_fingerprint, 2);
			return;
		}
		site->ordinal = (uint32_t)rows_number(&n->by_fingerprint, 2) + 1;
	}
}

static bool insert(struct naming *n, struct site *site, enum match_stage stage)
{
	struct writer *w = &n->c->writer;
	const struct finding *f = site->first;
	int64_t rule = 0, file = 0;

	return writer_find_rule(w, f->rule->id, &rule) && writer_file(w, f->path, &file) &&
	       (site->finding || WRITE(w, SQL_FINDING, &site->finding, NUMBER(rule))) &&
	       WRITE(w, SQL_SITE, &site->site, NUMBER(site->finding), TEXT(f->id.full), NUMBER(site->ordinal),
		     NUMBER(file), TEXT(or_empty(f->function)), TEXT(or_empty(f->subject)),
		     TEXT(or_empty(f->statement)), TEXT(f->id.no_function), TEXT(f->id.no_path), TEXT(f->id.loose),
		     NUMBER(FINGERPRINT_VERSION), NUMBER(stage));
}

/* A finding that went back to a place where an earlier run had seen it. */
static void found_again(struct closing *c, size_t index)
{
	const uint64_t *before = map_get(&c->base.by_finding, (uint64_t)c->sites.items[index].finding);

	if (before && c->base.findings.items[*before].now == MATCH_NONE)
		c->base.findings.items[*before].now = index;
}

static bool name_site(struct naming *n, size_t index)
{
	struct site *site = &n->c->sites.items[index];
	const struct match_site *place = &n->c->places.items[index];
	bool matched = place->other != MATCH_NONE && place->stage != MATCH_EDITED;

	if (site->site) /* the very fingerprint of the run before */
		return true;
	look_up(n, site);
	if (!site->site && !insert(n, site, matched ? place->stage : MATCH_EXACT))
		return false;
	found_again(n->c, index);
	map_put(&n->taken, (uint64_t)site->finding, 1, NULL);
	return WRITE(&n->c->writer, SQL_CURRENT, NULL, NUMBER(site->site), NUMBER(site->finding));
}

bool sites_name(struct closing *c)
{
	struct naming n = { .c = c };
	bool ok = true;

	for (size_t i = 0; i < c->base.findings.len; i++)
		if (c->base.sites.items[i].held || c->base.findings.items[i].now != MATCH_NONE)
			map_put(&n.taken, (uint64_t)c->base.findings.items[i].finding, 1, NULL);
	ROWS_OPEN(&n.by_fingerprint, c->writer.store,
		  "SELECT id, finding_id, ord FROM site WHERE fp = ? ORDER BY ord", TEXT(""));
	for (size_t i = 0; ok && i < c->sites.len; i++)
		ok = name_site(&n, i);
	ok = rows_close(&n.by_fingerprint, c->writer.err) && ok;
	map_release(&n.taken);
	return ok;
}
