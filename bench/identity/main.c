/* snag-bench-identity: how often findings lose or take over their names from one commit to another, with git's diff as the truth. */
#include "bench/identity/diff.h"
#include "bench/identity/sites.h"
#include "store/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_DONE, EXIT_TROUBLE = 2 };

struct counts {
	size_t untouched; /* old sites whose statement's lines are there unchanged, with a finding on both sides */
	size_t as_new;    /* of these: shown as new */
	size_t other;     /* of these: taken for another one */
	size_t twice;     /* ids that two sites of a run have */
	size_t inherited; /* suppressions that went over to another text */
	size_t linked;    /* findings known again where git sees new or changed lines: code that moved */
};

/* Sites that nothing but their column tells apart, in order. */
struct place_list {
	VEC(size_t) sites;
};

struct places {
	struct names names;
	VEC(struct place_list) lists;
};

struct bench {
	struct sites before, now;
	struct diff diff;
	struct store *store;
	struct map old_by_finding; /* finding → index */
	int64_t *findings[2];      /* of each site */
	struct counts counts;
	struct arena arena;
	struct err err;
	bool list;
};

static void tell(struct bench *bench, const char *what, const struct finding *old, const struct finding *now)
{
	if (bench->list)
		fprintf(stderr, "%s: %s:%u: %s [%s] -> %s:%u: %s (%s)\n", what, old ? old->path : "-",
			old ? old->place.line : 0, old ? old->statement : "", now->rule->id, now->path, now->place.line,
			now->statement, state_name(now->state));
}

static void place_add(struct bench *bench, struct places *places, const char *path, uint32_t line,
			const struct finding *f, size_t index)
{
	uint32_t n = names_add(&places->names,
			       arena_printf(&bench->arena, "%s:%u:%s:%s", path, line, f->rule->id, f->subject));

	if (n == places->lists.len)
		vec_push(&bench->arena, &places->lists, (struct place_list){ 0 });
	vec_push(&bench->arena, &places->lists.items[n].sites, index);
}

static bool store_both(struct bench *bench)
{
	VEC(struct stored_decision) decisions = { 0 };
	VEC(const char *) gone = { 0 };
	struct stored_run run = sites_run(&bench->before);
	struct closed_run closed;

	if (!store_open(":memory:", &bench->store, &bench->err) ||
	    !store_run(bench->store, &bench->arena, &run, &closed, &bench->err))
		return false;
	for (size_t i = 0; i < bench->before.findings.len; i++) {
		const struct finding *f = bench->before.findings.items[i];

		vec_push(&bench->arena, &decisions,
			 (struct stored_decision){ .fingerprint = f->id.full, .ordinal = f->ordinal,
						   .what = { "baseline", "accepted", "all of the older run", NULL, "" } });
	}
	for (size_t i = 0; i < bench->diff.files.len; i++) {
		const struct file_diff *file = &bench->diff.files.items[i];

		if (file->from[0] && (!file->to || (file->to[0] && strcmp(file->from, file->to) != 0)))
			vec_push(&bench->arena, &gone, file->from);
	}
	run = sites_run(&bench->now);
	run.decisions = decisions.items;
	run.decision_count = decisions.len;
	run.gone = gone.items;
	run.gone_count = gone.len;
	return store_run(bench->store, &bench->arena, &run, &closed, &bench->err);
}

/* Each site's finding; two sites with one id are counted. */
static bool find_ids(struct bench *bench, const struct sites *sites, int64_t **findings)
{
	struct names ids = { 0 };
	bool ok = true;
	size_t count = sites->findings.len;

	*findings = arena_array(&bench->arena, int64_t, sites->findings.len + 1);
	for (size_t i = 0; ok && i < count; i++) {
		const struct finding *f = sites->findings.items[i];

		names_add(&ids, arena_printf(&bench->arena, "%s/%u", f->id.full, f->ordinal));
		ok = store_find_id(bench->store, f->id.full, f->ordinal, &(*findings)[i], &bench->err);
	}
	bench->counts.twice += count - ids.len;
	names_release(&ids);
	return ok;
}

static void judge_pair(struct bench *bench, size_t old, size_t now, bool *paired)
{
	const struct finding *f = bench->now.findings.items[now];

	paired[now] = true;
	bench->counts.untouched++;
	if (bench->findings[0][old] == bench->findings[1][now])
		return;
	if (state_is_new(f->state) && f->state != STATE_RAISED) {
		bench->counts.as_new++;
		tell(bench, "new", bench->before.findings.items[old], f);
	} else {
		bench->counts.other++;
		tell(bench, "other", bench->before.findings.items[old], f);
	}
}

/* Untouched sites and what stands where they are now. Where a line has more findings of a kind than it had, nobody can tell which are which. */
static void judge_untouched(struct bench *bench, bool *paired)
{
	struct places old = { 0 }, now = { 0 };

	for (size_t i = 0; i < bench->now.findings.len; i++) {
		const struct finding *f = bench->now.findings.items[i];

		place_add(bench, &now, f->path, f->place.line, f, i);
	}
	for (size_t i = 0; i < bench->before.findings.len; i++) {
		const struct finding *f = bench->before.findings.items[i];
		uint32_t first, last, line;
		const char *path;

		sites_statement(&bench->before, f, &first, &last);
		if (diff_follow(&bench->diff, f->path, first, last, &path, &line))
			place_add(bench, &old, path, line + f->place.line - first, f, i);
	}
	for (size_t n = 0; n < old.lists.len; n++) {
		uint32_t other = names_find(&now.names, old.names.texts[n]);
		size_t count = old.lists.items[n].sites.len;

		for (size_t k = 0; other != NAMES_NONE && now.lists.items[other].sites.len == count && k < count; k++)
			judge_pair(bench, old.lists.items[n].sites.items[k], now.lists.items[other].sites.items[k], paired);
	}
	names_release(&old.names);
	names_release(&now.names);
}

/* A place in a macro's use may end elsewhere once the macro is defined otherwise: then the whole lines decide. */
static bool reads_alike(struct bench *bench, const struct finding *old, const struct finding *now)
{
	return !strcmp(sites_text(&bench->before, old), sites_text(&bench->now, now)) ||
	       !strcmp(sites_lines(&bench->before, old), sites_lines(&bench->now, now));
}

/* What is suppressed now was suppressed then, and reads as it did then. */
static void judge_suppressed(struct bench *bench, const bool *paired)
{
	for (size_t i = 0; i < bench->before.findings.len; i++)
		map_put(&bench->old_by_finding, (uint64_t)bench->findings[0][i], i, NULL);
	for (size_t i = 0; i < bench->now.findings.len; i++) {
		const struct finding *f = bench->now.findings.items[i], *old;
		const uint64_t *index = map_get(&bench->old_by_finding, (uint64_t)bench->findings[1][i]);

		if (!f->suppressed)
			continue;
		old = index ? bench->before.findings.items[*index] : NULL;
		bench->counts.linked += !paired[i];
		if (old && reads_alike(bench, old, f))
			continue;
		bench->counts.inherited++;
		tell(bench, "inherited", old, f);
	}
}

static bool judge(struct bench *bench)
{
	bool *paired = arena_array(&bench->arena, bool, bench->now.findings.len + 1);

	if (!store_both(bench) || !find_ids(bench, &bench->before, &bench->findings[0]) ||
	    !find_ids(bench, &bench->now, &bench->findings[1]))
		return false;
	judge_untouched(bench, paired);
	judge_suppressed(bench, paired);
	return true;
}

static void release(struct bench *bench)
{
	store_close(bench->store);
	map_release(&bench->old_by_finding);
	sites_release(&bench->before);
	sites_release(&bench->now);
	diff_release(&bench->diff);
	arena_release(&bench->arena);
}

int main(int argc, char **argv)
{
	struct bench bench = { .list = argc > 1 && !strcmp(argv[1], "--list") };
	const struct counts *counts = &bench.counts;
	bool ok;

	argv += bench.list;
	argc -= bench.list;
	if (argc != 6) {
		fputs("usage: snag-bench-identity [--list] OLD.db OLD-TREE NEW.db NEW-TREE DIFF\n\n"
		      "Prints, with commas between: old sites, new sites, untouched sites, of these shown as new, taken for\n"
		      "another; ids that two sites have; suppressions that went to another text; findings that moved.\n"
		      "--list names each that counts against us on standard error.\n",
		      stderr);
		return EXIT_TROUBLE;
	}
	ok = sites_read(argv[1], argv[2], &bench.before, &bench.err) &&
	     sites_read(argv[3], argv[4], &bench.now, &bench.err) && diff_read(argv[5], &bench.diff, &bench.err) &&
	     judge(&bench);
	if (ok)
		printf("%zu,%zu,%zu,%zu,%zu,%zu,%zu,%zu\n", bench.before.findings.len, bench.now.findings.len,
		       counts->untouched, counts->as_new, counts->other, counts->twice, counts->inherited, counts->linked);
	else
		fprintf(stderr, "snag-bench-identity: %s\n", bench.err.text);
	release(&bench);
	return ok ? EXIT_DONE : EXIT_TROUBLE;
}
