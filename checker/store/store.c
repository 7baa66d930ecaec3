/* Opening and closing the database: whose file it is, where it lies, how it locks. */
#include "store/store.h"

#include "base/files.h"
#include "base/strbuf.h"
#include "store/query.h"
#include "store/schema.h"

#include <ctype.h>
#include <errno.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* As long as the slowest writer of a busy build may hold the lock. */
#define BUSY_TIMEOUT_MS 30000

/* These two have no name in the kernel's headers. */
#define LUSTRE_MAGIC 0x0bd00bd0
#define GPFS_MAGIC 0x47504653

/* WAL keeps its index in memory shared by all users of the file, so they have to be on one machine. */
static bool is_local(const char *folder)
{
	struct statfs fs;

	if (statfs(folder, &fs) != 0)
		return false;
	switch ((uint32_t)fs.f_type) {
	case NFS_SUPER_MAGIC:
	case SMB_SUPER_MAGIC:
	case SMB2_SUPER_MAGIC:
	case CIFS_SUPER_MAGIC:
	case V9FS_MAGIC:
	case FUSE_SUPER_MAGIC:
	case CEPH_SUPER_MAGIC:
	case AFS_SUPER_MAGIC:
	case CODA_SUPER_MAGIC:
	case LUSTRE_MAGIC:
	case GPFS_MAGIC:
		return false;
	}
	return true;
}

/* The database's folder; one named .snag ignores itself in git. */
static bool make_folder(const char *folder, struct err *err)
{
	struct arena arena = { 0 };
	char *ignore = path_join(&arena, folder, ".gitignore");
	bool ok = folder_make(folder, err);

	if (ok && !strcmp(path_base(folder), ".snag") && !file_exists(ignore))
		ok = file_write(ignore, "*\n", 2, err);
	arena_release(&arena);
	return ok;
}

/* A path as a URI, so that no path is taken for one. */
static struct strbuf make_uri(const char *path, const char *query)
{
	struct strbuf uri = { 0 };

	strbuf_addstr(&uri, path[0] == '/' ? "file://" : "file:");
	for (const char *p = path; *p; p++)
		if (isalnum((unsigned char)*p) || strchr("/._-", *p))
			strbuf_addch(&uri, *p);
		else
			strbuf_addf(&uri, "%%%02x", (unsigned char)*p);
	strbuf_addstr(&uri, query);
	return uri;
}

/* Close-on-exec is what SQLite does on its own. */
static bool open_uri(struct store *store, const char *query, int flags, struct err *err)
{
	struct strbuf uri = make_uri(store->path, query);
	int status;

	status = sqlite3_open_v2(uri.text, &store->db, flags | SQLITE_OPEN_URI, NULL);
	strbuf_release(&uri);
	return status == SQLITE_OK || store_fail(store, "open", err);
}

static void close_db(struct store *store)
{
	sqlite3_close(store->db);
	store->db = NULL;
}

/*
 * Is the file there ours, and not from the future? Looks through a connection
 * that takes no lock and recovers nothing, so that a file of somebody else
 * stays as it is, down to its journal.
 */
static bool check_file(struct store *store, struct err *err)
{
	int64_t application = 0, version;
	struct stat st;
	bool ok = false;

	if (stat(store->path, &st) != 0)
		return errno == ENOENT ||
		       err_set(err, "cannot open the database '%s': %s", store->path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return err_set(err, "the database '%s' is not a plain file", store->path);
	if (st.st_size == 0)
		return true;
	if (open_uri(store, "?immutable=1", SQLITE_OPEN_READONLY, err)) {
		if (!store_number(store, "PRAGMA application_id", &application, NULL) ||
		    application != SCHEMA_APPLICATION)
			err_set(err,
				"'%s' is not a snag database: name another with --db, or move this file away",
				store->path);
		else
			ok = schema_check(store, &version, err);
	}
	close_db(store);
	return ok;
}

/* A database may come from anywhere: nothing in it is trusted to run. */
static bool set_up(struct store *store, struct err *err)
{
	sqlite3_extended_result_codes(store->db, 1);
	sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	return store_exec(store, "PRAGMA foreign_keys = ON", err);
}

/*
 * WAL comes after the migrations: the header that check_file reads is then in
 * the file itself. If others are at work the mode can't be changed now, and
 * either is safe, so that is no failure.
 */
static bool choose_journal(struct store *store, const char *folder, struct err *err)
{
	const char *pragma = is_local(folder) ? "PRAGMA journal_mode = WAL" : "PRAGMA journal_mode = DELETE";
	int status = sqlite3_exec(store->db, pragma, NULL, NULL, NULL);

	return status == SQLITE_OK || (status & 0xff) == SQLITE_BUSY || store_fail(store, "open", err);
}

/* SQLite's own word on this would be "unable to open". Journals need a writable folder even where the file is one. */
static bool check_folder(const struct store *store, struct arena *arena, const char *folder, struct err *err)
{
	return access(arena_printf(arena, "%s/.", folder), W_OK | X_OK) == 0 ||
	       err_set(err, "cannot write the database '%s': no access to its folder: %s", store->path,
		       strerror(errno));
}

static bool open_file(struct store *store, struct err *err)
{
	struct arena arena = { 0 };
	char *folder = path_folder(&arena, store->path);
	int64_t version;
	bool ok = make_folder(folder, err) && check_folder(store, &arena, folder, err) && check_file(store, err) &&
		  open_uri(store, "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);

	if (ok && sqlite3_db_readonly(store->db, "main") == 1)
		ok = err_set(err, "cannot write the database '%s': the file is read-only", store->path);
	ok = ok && set_up(store, err) && schema_check(store, &version, err) && schema_migrate(store, err) &&
	     choose_journal(store, folder, err);
	arena_release(&arena);
	return ok;
}

static bool open_memory(struct store *store, struct err *err)
{
	if (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
		return store_fail(store, "open", err);
	return set_up(store, err) && schema_migrate(store, err);
}

bool store_open(const char *path, struct store **store, struct err *err)
{
	struct store *opened = xmalloc(sizeof *opened);
	bool ok;

	*opened = (struct store){ .path = xstrdup(path) };
	if (!path[0])
		ok = err_set(err, "the database needs a name");
	else if (!strcmp(path, ":memory:"))
		ok = open_memory(opened, err);
	else
		ok = open_file(opened, err);
	*store = ok ? opened : NULL;
	if (!ok)
		store_close(opened);
	return ok;
}

/* One in WAL mode needs a file beside it even to be read; where none can be made, nobody else is writing either. */
static bool open_for_reading(struct store *store, struct err *err)
{
	int64_t version;

	if (open_uri(store, "?mode=ro", SQLITE_OPEN_READONLY, NULL) &&
	    store_number(store, "PRAGMA user_version", &version, NULL))
		return true;
	close_db(store);
	return open_uri(store, "?immutable=1", SQLITE_OPEN_READONLY, err);
}

static bool check_current(struct store *store, struct err *err)
{
	int64_t version;

	if (!schema_check(store, &version, err))
		return false;
	return version == schema_version() ||
	       err_set(err, "the database '%s' is of an older snag: 'snag check' or 'snag db check' brings it up to date",
		       store->path);
}

bool store_open_read(const char *path, struct store **store, struct err *err)
{
	struct store *opened = xmalloc(sizeof *opened);
	bool ok;

	*opened = (struct store){ .path = xstrdup(path) };
	if (!file_exists(path))
		ok = err_set(err, "no database '%s' yet: 'snag check' makes it", path);
	else
		ok = check_file(opened, err) && open_for_reading(opened, err) && set_up(opened, err) &&
		     check_current(opened, err);
	*store = ok ? opened : NULL;
	if (!ok)
		store_close(opened);
	return ok;
}

static bool attach(struct store *store, const char *path, const char *query, const char *name, struct err *err)
{
	struct strbuf uri = make_uri(path, query);
	struct rows rows;

	ROWS_OPEN(&rows, store, "ATTACH ? AS ?", TEXT(uri.text), TEXT(name));
	rows_next(&rows);
	strbuf_release(&uri);
	return rows_close(&rows, err);
}

bool store_attach(struct store *store, const char *path, const char *name, struct err *err)
{
	struct store looked = { .path = xstrdup(path) };
	bool ok = open_for_reading(&looked, err);
	const char *query = "?mode=ro";

	if (ok && sqlite3_uri_boolean(sqlite3_db_filename(looked.db, "main"), "immutable", 0))
		query = "?immutable=1";
	close_db(&looked);
	free(looked.path);
	return ok && attach(store, path, query, name, err);
}

void store_close(struct store *store)
{
	if (!store)
		return;
	close_db(store);
	free(store->path);
	free(store);
}
