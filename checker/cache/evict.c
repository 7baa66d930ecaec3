/* Removes facts that nobody used for longest. */
#include "cache/evict.h"

#include "base/files.h"
#include "base/vec.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define DAY 86400

struct kept {
	char *name;
	uint64_t size;
	struct timespec used;
};

static int by_use(const void *a, const void *b)
{
	const struct kept *x = a, *y = b;

	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	if (x->used.tv_nsec != y->used.tv_nsec)
		return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* A name of the cache's own is a digest; what a writer that was killed left has another. */
static bool is_left_over(const char *name, const struct stat *st)
{
	return strlen(name) != 32 && st->st_mtim.tv_sec < time(NULL) - DAY;
}

void evict(const char *folder, uint64_t limit, const char *newest)
{
	struct arena arena = { 0 };
	VEC(struct kept) all = { 0 };
	DIR *dir = opendir(folder);
	uint64_t total = 0;

	for (const struct dirent *entry; dir && (entry = readdir(dir));) {
		struct stat st;

		if (fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode))
			continue;
		if (is_left_over(entry->d_name, &st))
			unlinkat(dirfd(dir), entry->d_name, 0);
		if (strlen(entry->d_name) != 32)
			continue;
		total += (uint64_t)st.st_size;
		vec_push(&arena, &all, (struct kept){ arena_strdup(&arena, entry->d_name), (uint64_t)st.st_size,
						      st.st_mtim });
	}
	if (total > limit) {
		qsort(all.items, all.len, sizeof *all.items, by_use);
		for (size_t i = 0; i < all.len && total > limit - limit / 10; i++)
			if (strcmp(all.items[i].name, path_base(newest)) != 0 &&
			    unlinkat(dirfd(dir), all.items[i].name, 0) == 0)
				total -= all.items[i].size;
	}
	if (dir)
		closedir(dir);
	arena_release(&arena);
}
