/* The stages by which findings are known again. */
#include "store/match.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>

/* A site that is still free, with the key of the stage. */
struct candidate {
	const char *key;
	const struct match_site *site;
	size_t index;
	bool now;
};

struct matcher {
	struct match_sites before, now;
	struct candidate *candidates;
	size_t count;
	enum match_stage stage;
	struct arena arena;
};

/* By key, then side, then source order; what is equal in all that is alike to us, and its index settles it. */
static int compare_candidates(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;
	int order = strcmp(a->key, b->key);

	if (!order)
		order = (int)a->now - (int)b->now;
	if (!order)
		order = strcmp(a->site->path, b->site->path);
	if (!order)
		order = (a->site->line > b->site->line) - (a->site->line < b->site->line);
	if (!order)
		order = (a->site->column > b->site->column) - (a->site->column < b->site->column);
	return order ? order : (a->index > b->index) - (a->index < b->index);
}

/* Each part with its length, so that none can be forged. */
static const char *edited_key(struct arena *arena, const struct match_site *site)
{
	return arena_printf(arena, "%zu:%s%zu:%s%zu:%s%s", strlen(site->path), site->path, strlen(site->function),
			    site->function, strlen(site->rule), site->rule, site->subject);
}

/* NULL: no candidate in this stage. */
static const char *key_of(struct matcher *m, const struct match_site *site)
{
	if (m->stage > MATCH_ALIGNED && site->held)
		return NULL;
	switch (m->stage) {
	case MATCH_EXACT:
	case MATCH_ALIGNED:
		return site->id->full;
	case MATCH_NO_FUNCTION:
		return site->id->no_function;
	case MATCH_NO_PATH:
		return site->id->no_path;
	case MATCH_LOOSE:
		return site->id->loose[0] ? site->id->loose : NULL;
	case MATCH_EDITED:
		return edited_key(&m->arena, site);
	}
	return NULL;
}

static void collect(struct matcher *m, const struct match_sites *sites, bool now)
{
	for (size_t i = 0; i < sites->len; i++) {
		const struct match_site *site = &sites->items[i];
		const char *key;

		if (site->other != MATCH_NONE || (m->stage == MATCH_NO_PATH && !now && !site->file_gone))
			continue;
		key = key_of(m, site);
		if (key)
			m->candidates[m->count++] = (struct candidate){ key, site, i, now };
	}
}

static void join(struct matcher *m, const struct candidate *before, const struct candidate *now,
		 enum match_stage stage)
{
	struct match_site *old = &m->before.items[before->index], *fresh = &m->now.items[now->index];

	old->other = now->index;
	fresh->other = before->index;
	old->stage = fresh->stage = stage;
}

static void pair_aligned(struct matcher *m, const struct candidate *before, size_t before_count,
			 const struct candidate *now, size_t now_count)
{
	uint64_t *left = xmalloc(before_count * sizeof *left), *right = xmalloc(now_count * sizeof *right);
	size_t *pair = xmalloc(before_count * sizeof *pair);
	enum match_stage stage = m->stage;

	if (stage == MATCH_EXACT && before_count != now_count)
		stage = MATCH_ALIGNED;
	for (size_t i = 0; i < before_count; i++)
		left[i] = before[i].site->context;
	for (size_t i = 0; i < now_count; i++)
		right[i] = now[i].site->context;
	match_align(left, before_count, right, now_count, pair);
	for (size_t i = 0; i < before_count; i++)
		if (pair[i] != MATCH_NONE)
			join(m, &before[i], &now[pair[i]], stage);
	free(left);
	free(right);
	free(pair);
}

/* The only one of the list with that context, or MATCH_NONE. */
static size_t only_with(const struct candidate *list, size_t count, uint64_t context)
{
	size_t found = MATCH_NONE;

	for (size_t i = 0; i < count; i++) {
		if (list[i].site->context != context)
			continue;
		if (found != MATCH_NONE)
			return MATCH_NONE;
		found = i;
	}
	return found;
}

/* Beyond so many, ties aren't worth settling: each is compared with each. */
#define TIES_LIMIT 1000

/* One on each side, or one with the same lines around it. */
static void pair_unique(struct matcher *m, const struct candidate *before, size_t before_count,
			const struct candidate *now, size_t now_count)
{
	if (before_count == 1 && now_count == 1) {
		join(m, before, now, m->stage);
		return;
	}
	if (before_count > TIES_LIMIT || now_count > TIES_LIMIT)
		return;
	for (size_t i = 0; i < before_count; i++) {
		uint64_t context = before[i].site->context;
		size_t other = context ? only_with(now, now_count, context) : MATCH_NONE;

		if (other != MATCH_NONE && only_with(before, before_count, context) == i)
			join(m, &before[i], &now[other], m->stage);
	}
}

static void pair_group(struct matcher *m, const struct candidate *group, size_t count)
{
	size_t before_count = 0;

	while (before_count < count && !group[before_count].now)
		before_count++;
	if (!before_count || before_count == count)
		return;
	if (m->stage < MATCH_LOOSE)
		pair_aligned(m, group, before_count, group + before_count, count - before_count);
	else if (m->stage == MATCH_LOOSE)
		pair_unique(m, group, before_count, group + before_count, count - before_count);
	else if (count == 2)
		join(m, group, group + 1, m->stage);
}

static void run_stage(struct matcher *m, enum match_stage stage)
{
	m->stage = stage;
	m->count = 0;
	collect(m, &m->before, false);
	collect(m, &m->now, true);
	if (m->count)
		qsort(m->candidates, m->count, sizeof *m->candidates, compare_candidates);
	for (size_t from = 0, to; from < m->count; from = to) {
		for (to = from + 1; to < m->count && !strcmp(m->candidates[to].key, m->candidates[from].key);)
			to++;
		pair_group(m, &m->candidates[from], to - from);
	}
}

void match_sites(struct match_sites before, struct match_sites now)
{
	static const enum match_stage stages[] = { MATCH_EXACT, MATCH_NO_FUNCTION, MATCH_NO_PATH, MATCH_LOOSE,
						   MATCH_EDITED };
	struct matcher m = { .before = before, .now = now };

	m.candidates = xmalloc((before.len + now.len + 1) * sizeof *m.candidates);
	for (size_t i = 0; i < before.len; i++)
		before.items[i].other = MATCH_NONE;
	for (size_t i = 0; i < now.len; i++)
		now.items[i].other = MATCH_NONE;
	for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
		run_stage(&m, stages[i]);
	arena_release(&m.arena);
	free(m.candidates);
}
