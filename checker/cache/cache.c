/* The facts cache: keys, look-up, and keeping. */
#include "cache/cache.h"

#include "base/files.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "cache/evict.h"
#include "cache/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MANIFEST_FORMAT "snag-manifest-1"
#define MANIFEST_SIZE_LIMIT ((size_t)16 << 20)
/* Results of one command that are remembered: as many as branches that one goes to and fro between. */
#define ENTRIES_LIMIT 8

/* --- where, and what belongs to every key ------------------------------------- */

static const char *cache_folder(struct arena *arena)
{
	const char *named = getenv("SNAG_CACHE_DIR"), *home = getenv("HOME"), *xdg = getenv("XDG_CACHE_HOME");

	if (named && named[0])
		return path_join(arena, "/", named);
	if (xdg && xdg[0] == '/')
		return path_join(arena, xdg, "snag");
	return home && home[0] == '/' ? path_join(arena, home, ".cache/snag") : NULL;
}

static uint64_t cache_limit(void)
{
	const char *text = getenv("SNAG_CACHE_SIZE");
	char *end = NULL;
	unsigned long mebibytes = text ? strtoul(text, &end, 10) : 0;

	return text && end > text && mebibytes < UINT32_MAX ? (uint64_t)mebibytes << 20 : CACHE_LIMIT_DEFAULT;
}

/* A program is known by its file, as ccache knows compilers; what it loads, by version numbers in our own. */
static void add_file_identity(struct strbuf *text, const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0)
		strbuf_addf(text, "%s %lld %lld.%09ld\n", path, (long long)st.st_size, (long long)st.st_mtim.tv_sec,
			    st.st_mtim.tv_nsec);
}

static void add_environment(struct strbuf *text)
{
	static const char *const names[] = { "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);

		strbuf_addf(text, "%s=%s\n", names[i], value ? value : "");
	}
}

static char *digest(struct arena *arena, struct strbuf *text)
{
	char *hex = arena_alloc(arena, HASH_HEX_SIZE);

	hash_content(strbuf_text(text), text->len, hex);
	strbuf_release(text);
	return hex;
}

void cache_open(struct arena *arena, const char *scanner, const char *extra, struct cache *cache)
{
	struct strbuf text = { 0 };

	strbuf_addf(&text, "%s\n%s\n%s\n", FACTS_FORMAT, SNAG_VERSION, extra);
	add_file_identity(&text, scanner);
	add_file_identity(&text, SNAG_LIBCLANG);
	add_environment(&text);
	cache->limit = cache_limit();
	cache->folder = cache->limit ? cache_folder(arena) : NULL;
	cache->tool = digest(arena, &text);
}

char *cache_socket(struct arena *arena, const struct cache *cache)
{
	if (!cache->folder || !folder_make(cache->folder, NULL))
		return NULL;
	return arena_printf(arena, "%s/scanner-%.16s", cache->folder, cache->tool);
}

/* Words keep their ends: NUL can't be in them. What only says where the object goes is no part of the key. */
static char *key_of(struct arena *arena, const struct cache *cache, const struct command *command)
{
	struct strbuf text = { 0 };
	size_t count = 0;
	const char *const *words = command_for_libclang(arena, command, false, &count);

	strbuf_addf(&text, "%s\n%s\n", cache->tool, command->configuration);
	strbuf_add(&text, command->folder, strlen(command->folder) + 1);
	strbuf_add(&text, command->file, strlen(command->file) + 1);
	strbuf_add(&text, command->arguments.items[0], strlen(command->arguments.items[0]) + 1);
	for (size_t i = 0; i < count; i++)
		strbuf_add(&text, words[i], strlen(words[i]) + 1);
	return digest(arena, &text);
}

static char *manifest_path(struct arena *arena, const struct cache *cache, const char *key)
{
	return arena_printf(arena, "%s/manifests/%.2s/%s", cache->folder, key, key);
}

static char *facts_path(struct arena *arena, const struct cache *cache, const char *name)
{
	return arena_printf(arena, "%s/facts/%c/%s", cache->folder, name[0], name);
}

/* --- manifests ----------------------------------------------------------------- */

static void *arena_allocator(void *arena, size_t size)
{
	return arena_alloc(arena, size);
}

static void arena_keeps(void *arena, void *pointer)
{
	(void)arena;
	(void)pointer;
}

/* One that can't be read counts as none: it will be written anew. */
static Cached__Manifest *read_manifest(struct arena *arena, const char *path)
{
	ProtobufCAllocator allocator = { arena_allocator, arena_keeps, arena };
	Cached__Manifest *manifest;
	size_t length;
	char *bytes;

	if (!file_read(arena, path, MANIFEST_SIZE_LIMIT, &bytes, &length, NULL))
		return NULL;
	manifest = cached__manifest__unpack(&allocator, length, (const uint8_t *)bytes);
	return manifest && !strcmp(manifest->format, MANIFEST_FORMAT) ? manifest : NULL;
}

/* `entry` in front, then the others that aren't the same result. */
static bool write_manifest(struct arena *arena, const char *path, Cached__Entry *entry,
			   const Cached__Manifest *old, struct err *err)
{
	Cached__Manifest manifest;
	size_t size;
	uint8_t *bytes;

	cached__manifest__init(&manifest);
	manifest.format = facts_text(MANIFEST_FORMAT);
	manifest.entries = arena_array(arena, Cached__Entry *, ENTRIES_LIMIT);
	manifest.entries[manifest.n_entries++] = entry;
	for (size_t i = 0; old && i < old->n_entries && manifest.n_entries < ENTRIES_LIMIT; i++)
		if (strcmp(old->entries[i]->facts, entry->facts) != 0)
			manifest.entries[manifest.n_entries++] = old->entries[i];
	size = cached__manifest__get_packed_size(&manifest);
	bytes = arena_alloc(arena, size);
	cached__manifest__pack(&manifest, bytes);
	return folder_make(path_folder(arena, path), err) && file_write(path, bytes, size, err);
}

/* --- looking up ------------------------------------------------------------------ */

/* The file's time says when it was last of use. */
static bool take(struct arena *arena, const char *path, Fact__Unit **facts)
{
	if (facts && !facts_read(arena, path, facts, NULL)) {
		unlink(path);
		return false;
	}
	return utimensat(AT_FDCWD, path, NULL, 0) == 0;
}

static struct cached describe(struct arena *arena, const struct cache *cache, const Cached__Entry *entry)
{
	return (struct cached){ .path = facts_path(arena, cache, entry->facts),
				.status = entry->partial ? FACT__STATUS__STATUS_PARTIAL : FACT__STATUS__STATUS_OK,
				.note = entry->note };
}

static enum cache_answer find_entry(struct arena *arena, const struct cache *cache, const Cached__Manifest *manifest,
				    struct inputs *inputs, size_t *found, struct cached *cached)
{
	for (size_t i = 0; i < manifest->n_entries; i++) {
		const char *changed = inputs_changed(inputs, manifest->entries[i]);

		if (!changed) {
			*found = i;
			*cached = describe(arena, cache, manifest->entries[i]);
			return CACHE_HIT;
		}
		if (i == 0)
			cached->path = changed;
	}
	return manifest->n_entries ? CACHE_CHANGED : CACHE_UNKNOWN;
}

enum cache_answer cache_find(struct arena *arena, const struct cache *cache, const struct command *command,
			     struct cached *cached, Fact__Unit **facts)
{
	struct inputs inputs = { 0 };
	const char *at;
	Cached__Manifest *manifest;
	enum cache_answer answer;
	size_t found = 0;

	*cached = (struct cached){ .path = "", .note = "" };
	if (!cache->folder)
		return CACHE_OFF;
	at = manifest_path(arena, cache, key_of(arena, cache, command));
	manifest = read_manifest(arena, at);
	if (!manifest)
		return CACHE_UNKNOWN;
	answer = find_entry(arena, cache, manifest, &inputs, &found, cached);
	if (answer == CACHE_HIT && !take(arena, cached->path, facts))
		answer = CACHE_LOST;
	/* Times that are right again, or another branch's entry: the next look-up shall be quick. */
	if (answer == CACHE_HIT && (found || inputs.touched))
		write_manifest(arena, at, manifest->entries[found], manifest, NULL);
	inputs_release(&inputs);
	return answer;
}

/* --- keeping --------------------------------------------------------------------- */

static bool keep_facts(struct arena *arena, const char *from, const char *to, struct err *err)
{
	struct arena content = { 0 };
	size_t length;
	char *bytes;
	bool ok = folder_make(path_folder(arena, to), err) && file_read(&content, from, 0, &bytes, &length, err) &&
		  file_write(to, bytes, length, err);

	arena_release(&content);
	return ok;
}

static char *facts_name(struct arena *arena, const char *key, const Cached__Entry *entry)
{
	struct strbuf text = { 0 };

	strbuf_addf(&text, "%s\n", key);
	for (size_t i = 0; i < entry->n_inputs; i++)
		strbuf_addf(&text, "%s\n%s\n", entry->inputs[i]->path, entry->inputs[i]->content);
	return digest(arena, &text);
}

bool cache_put(struct arena *arena, const struct cache *cache, const struct command *command, const char *facts_file,
	       const Fact__Unit *facts, int64_t started, const char **path, struct err *err)
{
	const char *key, *at;
	Cached__Entry *entry;

	*path = NULL;
	if (!cache->folder ||
	    (facts->status != FACT__STATUS__STATUS_OK && facts->status != FACT__STATUS__STATUS_PARTIAL))
		return true;
	key = key_of(arena, cache, command);
	at = manifest_path(arena, cache, key);
	entry = inputs_of(arena, facts, started);
	entry->facts = facts_name(arena, key, entry);
	entry->partial = facts->status == FACT__STATUS__STATUS_PARTIAL;
	entry->note = facts->note;
	if (!keep_facts(arena, facts_file, facts_path(arena, cache, entry->facts), err) ||
	    !write_manifest(arena, at, entry, read_manifest(arena, at), err))
		return false;
	*path = facts_path(arena, cache, entry->facts);
	evict(path_folder(arena, *path), cache->limit / 16, *path);
	return true;
}
