/* From words to runs: what the database knows first, then what git makes of them. */
#include "cli/compare.h"

#include "driver/revision.h"

static bool none_by(const char *text, struct err *err)
{
	return err_set(err, "no run by the name '%s'; 'snag run list' names them", text);
}

bool compare_find_run(struct arena *arena, struct store *store, const struct project *project, const char *text,
		      struct run_row *run, struct err *err)
{
	const char *commit;
	bool found;

	if (!store_find_run(store, arena, text, run, &found, err))
		return false;
	if (found)
		return true;
	commit = revision_resolve(arena, project->root, text);
	if (!commit)
		return none_by(text, err);
	return store_find_run(store, arena, commit, run, &found, err) && (found || none_by(text, err));
}

static bool nearest_run(struct arena *arena, struct store *store, const struct project *project, const char *commit,
			const struct run_row *now, struct run_row *run, bool *found, struct err *err)
{
	struct revision revision = { .commit = commit, .branch = "" };

	if (!store_run_before(store, arena, commit, now->id, run, found, err))
		return false;
	revision_complete(arena, project->root, &revision);
	for (size_t i = 0; i < revision.ancestor_count && !*found; i++)
		if (!store_run_before(store, arena, revision.ancestors[i], now->id, run, found, err))
			return false;
	return true;
}

bool compare_find_base(struct arena *arena, struct store *store, const struct project *project, const char *text,
		       const struct run_row *now, struct run_row *run, bool *found, const char **commit, struct err *err)
{
	*commit = revision_merge_base(arena, project->root, text);
	*found = false;
	if (*commit)
		return nearest_run(arena, store, project, *commit, now, run, found, err);
	return store_find_run(store, arena, text, run, found, err);
}
