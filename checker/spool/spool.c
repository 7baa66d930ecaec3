/* Records of a build as files: written by rename, read in one order. */
#include "spool/spool.h"

#include "base/clock.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/map.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define RECORD_FORMAT "snag-record-1"
#define RECORD_SIZE_LIMIT ((size_t)64 << 20)
#define DAY 86400

void spool_find(struct arena *arena, const char *root, struct spool *spool)
{
	const char *run = getenv("SNAG_RUN");
	bool usable = run && run[0] && run[0] != '.' && !strchr(run, '/');

	spool->home = path_join(arena, root, ".snag");
	spool->folder = arena_printf(arena, "%s/spool/%s", spool->home, usable ? run : "build");
}

char *spool_facts_path(struct arena *arena, const struct spool *spool, const char *name)
{
	return arena_printf(arena, "%s/facts/%s", spool->folder, name);
}

/* --- writing -------------------------------------------------------------------- */

/* Whoever has a .gitignore there with another idea keeps it. */
bool spool_make(struct arena *arena, const struct spool *spool, struct err *err)
{
	const char *ignore = path_join(arena, spool->home, ".gitignore");

	return folder_make(path_join(arena, spool->folder, "facts"), err) &&
	       (file_exists(ignore) || file_write(ignore, "*\n", 2, err));
}

static bool copy(const char *from, const char *to, struct err *err)
{
	struct arena content = { 0 };
	size_t length;
	char *bytes;
	bool ok = file_read(&content, from, 0, &bytes, &length, err) && file_write(to, bytes, length, err);

	arena_release(&content);
	return ok;
}

bool spool_put_facts(struct arena *arena, const struct spool *spool, const char *file, const char *name,
		     struct err *err)
{
	const char *path = spool_facts_path(arena, spool, name);

	return file_exists(path) || link(file, path) == 0 || errno == EEXIST || copy(file, path, err);
}

static char *record_path(struct arena *arena, const struct spool *spool, const Spool__Record *record)
{
	char hex[HASH_HEX_SIZE], *key;

	if (record->link)
		key = arena_printf(arena, "link\n%s", record->link->output);
	else if (record->compile->object[0])
		key = arena_printf(arena, "object\n%s\n%s", record->compile->object, record->compile->file);
	else
		key = arena_printf(arena, "source\n%s\n%s", record->compile->file, record->compile->configuration);
	hash_content(key, strlen(key), hex);
	return arena_printf(arena, "%s/%s.rec", spool->folder, hex);
}

bool spool_put(struct arena *arena, const struct spool *spool, Spool__Record *record, struct err *err)
{
	uint8_t *bytes;
	size_t size;

	record->at = clock_realtime_ns();
	record->format = arena_strdup(arena, RECORD_FORMAT);
	size = spool__record__get_packed_size(record);
	bytes = arena_alloc(arena, size);
	spool__record__pack(record, bytes);
	return file_write(record_path(arena, spool, record), bytes, size, err);
}

/* --- reading -------------------------------------------------------------------- */

static void *arena_allocator(void *arena, size_t size)
{
	return arena_alloc(arena, size);
}

static void arena_keeps(void *arena, void *pointer)
{
	(void)arena;
	(void)pointer;
}

static Spool__Record *read_record(struct arena *arena, const char *path)
{
	ProtobufCAllocator allocator = { arena_allocator, arena_keeps, arena };
	Spool__Record *record;
	size_t length;
	char *bytes;

	if (!file_read(arena, path, RECORD_SIZE_LIMIT, &bytes, &length, NULL))
		return NULL;
	record = spool__record__unpack(&allocator, length, (const uint8_t *)bytes);
	if (!record || strcmp(record->format, RECORD_FORMAT) != 0 || !record->compile == !record->link)
		return NULL;
	if (record->link && record->link->n_sources != record->link->n_configurations)
		return NULL;
	return record;
}

/* What is no record must not be met again, but somebody may want to look at it. */
static void put_aside(struct arena *arena, const struct spool *spool, const char *name, struct spool_records *records)
{
	const char *folder = path_join(arena, spool->folder, "bad");

	if (folder_make(folder, NULL))
		rename(path_join(arena, spool->folder, name), path_join(arena, folder, name));
	vec_push(arena, &records->bad, arena_strdup(arena, name));
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t length = strlen(name), tail = strlen(suffix);

	return length > tail && !strcmp(name + length - tail, suffix);
}

static int compare_compiles(const void *left, const void *right)
{
	const Spool__Compile *a = *(Spool__Compile *const *)left, *b = *(Spool__Compile *const *)right;
	int order = strcmp(a->file, b->file);

	if (!order)
		order = strcmp(a->configuration, b->configuration);
	return order ? order : strcmp(a->object, b->object);
}

static int compare_links(const void *left, const void *right)
{
	const Spool__Link *a = *(Spool__Link *const *)left, *b = *(Spool__Link *const *)right;

	return strcmp(a->output, b->output);
}

static int compare_texts(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void sort_records(struct spool_records *records)
{
	if (records->compiles.len)
		qsort(records->compiles.items, records->compiles.len, sizeof(void *), compare_compiles);
	if (records->links.len)
		qsort(records->links.items, records->links.len, sizeof(void *), compare_links);
	if (records->bad.len)
		qsort(records->bad.items, records->bad.len, sizeof(void *), compare_texts);
}

bool spool_read(struct arena *arena, const struct spool *spool, struct spool_records *records, struct err *err)
{
	DIR *dir = opendir(spool->folder);

	*records = (struct spool_records){ 0 };
	if (!dir)
		return errno == ENOENT || err_set(err, "cannot read '%s': %s", spool->folder, strerror(errno));
	for (const struct dirent *entry; (entry = readdir(dir));) {
		const Spool__Record *record;

		if (!has_suffix(entry->d_name, ".rec"))
			continue;
		record = read_record(arena, path_join(arena, spool->folder, entry->d_name));
		if (!record)
			put_aside(arena, spool, entry->d_name, records);
		else if (record->link)
			vec_push(arena, &records->links, record->link);
		else
			vec_push(arena, &records->compiles, record->compile);
	}
	closedir(dir);
	sort_records(records);
	return true;
}

/* --- tidying -------------------------------------------------------------------- */

static bool is_old(int folder, const char *name)
{
	struct stat st;

	return fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode) &&
	       st.st_mtim.tv_sec < time(NULL) - DAY;
}

/* A compile that goes on right now has put its facts there, but not yet its record: so only what is old goes. */
static void sweep_facts(const char *path, const struct names *wanted)
{
	DIR *dir = opendir(path);

	for (const struct dirent *entry; dir && (entry = readdir(dir));)
		if (names_find(wanted, entry->d_name) == NAMES_NONE && is_old(dirfd(dir), entry->d_name))
			unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
}

static void sweep_left_overs(const char *path)
{
	DIR *dir = opendir(path);

	for (const struct dirent *entry; dir && (entry = readdir(dir));)
		if (!has_suffix(entry->d_name, ".rec") && strcmp(entry->d_name, "passed") != 0 &&
		    is_old(dirfd(dir), entry->d_name))
			unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
}

void spool_sweep(const struct spool *spool, const struct spool_records *records)
{
	struct names wanted = { 0 };
	struct arena arena = { 0 };

	for (size_t i = 0; i < records->compiles.len; i++)
		names_add(&wanted, records->compiles.items[i]->facts);
	sweep_facts(path_join(&arena, spool->folder, "facts"), &wanted);
	sweep_left_overs(spool->folder);
	names_release(&wanted);
	arena_release(&arena);
}
