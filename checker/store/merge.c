/* Taking other databases over: looked at first, then one transaction each. */
#include "store/merge.h"

#include "store/merging.h"
#include "store/query.h"
#include "store/upkeep.h"

#include <sys/stat.h>

static bool is_same_file(const char *a, const char *b)
{
	struct stat first, second;

	return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
	       first.st_ino == second.st_ino;
}

/* Whether it is one of ours, of our schema, and whole. */
static bool look_at(const char *into, const char *other, struct err *err)
{
	struct store *store;
	bool ok;

	if (is_same_file(into, other))
		return err_set(err, "the database '%s' can't be merged into itself", other);
	if (!store_open_read(other, &store, err))
		return false;
	ok = store_check(store, err);
	store_close(store);
	return ok;
}

static bool merge_all(struct store *store, struct err *err)
{
	return store_exec(store, "BEGIN IMMEDIATE", err) && merge_names(store, err) && merge_findings(store, err) &&
	       merge_sets(store, err) && merge_runs(store, err) && merge_order(store, err) &&
	       merge_changes(store, err) && store_sweep(store, err) && store_exec(store, "COMMIT", err);
}

static bool merge_one(const char *into, const char *other, struct err *err)
{
	struct store *store;
	bool ok;

	if (!store_open(into, &store, err))
		return false;
	ok = store_attach(store, other, "other", err) && merge_all(store, err);
	if (!ok)
		store_rollback(store);
	store_close(store);
	return ok;
}

bool store_merge(const char *into, const char *const *others, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++)
		if (!look_at(into, others[i], err))
			return false;
	for (size_t i = 0; i < count; i++)
		if (!merge_one(into, others[i], err))
			return false;
	return true;
}
