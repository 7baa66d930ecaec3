/* Opening and closing the database: whose file it is, where it lies, how it locks. */
#include "store/store.h"

#include "base/files.h"
#include "base/strbuf.h"
#include "store/place.h"
#include "store/query.h"
#include "store/schema.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* As long as the slowest writer of a busy build may hold the lock. */
#define BUSY_TIMEOUT_MS 30000

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

/* Numbers of SQLite's file header, which is a promise of its format. */
#define HEADER_MAGIC "SQLite format 3"
#define HEADER_SIZE 100
#define HEADER_VERSION 60
#define HEADER_APPLICATION 68

static uint32_t big_endian(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool read_header(const char *path, unsigned char header[HEADER_SIZE])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool ok = fd >= 0 && pread(fd, header, HEADER_SIZE, 0) == HEADER_SIZE;

	if (fd >= 0)
		close(fd);
	return ok && !memcmp(header, HEADER_MAGIC, sizeof HEADER_MAGIC);
}

/*
 * Is the file there ours, and not from the future? Its first bytes tell: opened
 * by SQLite, a file of somebody else could lose its journal, and one of ours
 * that others write at this moment could not be read without a lock.
 */
static bool check_file(struct store *store, struct err *err)
{
	unsigned char header[HEADER_SIZE];
	struct stat st;

	if (stat(store->path, &st) != 0)
		return errno == ENOENT ||
		       err_set(err, "cannot open the database '%s': %s", store->path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return err_set(err, "the database '%s' is not a plain file", store->path);
	if (st.st_size == 0)
		return true;
	if (access(store->path, R_OK) != 0)
		return err_set(err, "cannot open the database '%s': %s", store->path, strerror(errno));
	if (!read_header(store->path, header) || big_endian(header + HEADER_APPLICATION) != SCHEMA_APPLICATION)
		return err_set(err, "'%s' is not a snag database: name another with --db, or move this file away",
			       store->path);
	return schema_accept(store->path, (int32_t)big_endian(header + HEADER_VERSION), err);
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
 * WAL keeps its index in memory shared by all users of the file, so they have to
 * be on one machine. It comes after the migrations: the header that check_file reads is then in
 * the file itself. If others are at work the mode can't be changed now, and
 * either is safe, so that is no failure.
 */
static bool choose_journal(struct store *store, struct err *err)
{
	const char *pragma = store->remote ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = WAL";
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

/* Fails with EEXIST where somebody else was first. Network file systems know only one way or the other. */
static bool put_in_place(const char *from, const char *to)
{
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return true;
	if (errno == EEXIST || (link(from, to) != 0 && errno == EEXIST))
		return false;
	return file_exists(to) || rename(from, to) == 0;
}

/*
 * A new database appears under its name only once it has everything: others that
 * start at the same moment would find a file that isn't ours yet.
 */
static bool create_whole(struct store *store, struct arena *arena, struct err *err)
{
	uint64_t random = 0;
	struct store fresh = { .remote = store->remote };
	int fd;
	bool ok;

	if (file_exists(store->path))
		return true;
	if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
		return err_set(err, "no random bytes for a file's name: %s", strerror(errno));
	fresh.path = arena_printf(arena, "%s.new-%016llx", store->path, (unsigned long long)random);
	fd = open(fresh.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return err_set(err, "cannot make the database '%s': %s", store->path, strerror(errno));
	close(fd);
	ok = open_uri(&fresh, "", SQLITE_OPEN_READWRITE, err) && set_up(&fresh, err) && schema_migrate(&fresh, err) &&
	     choose_journal(&fresh, err);
	close_db(&fresh);
	if (ok && !put_in_place(fresh.path, store->path) && !file_exists(store->path))
		ok = err_set(err, "cannot make the database '%s': %s", store->path, strerror(errno));
	unlink(fresh.path);
	return ok;
}

/* Behind the limit a file may reach (ulimit -f) writing has to fail, not to end the process. */
static void ignore_file_limit(struct store *store)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	store->limit_ignored = sigaction(SIGXFSZ, &ignore, &store->at_limit) == 0;
}

static bool open_file(struct store *store, place_type *type_of, struct err *err)
{
	struct arena arena = { 0 };
	char *folder = path_folder(&arena, store->path);
	int64_t version;
	bool ok;

	ignore_file_limit(store);
	ok = make_folder(folder, err) && check_folder(store, &arena, folder, err);
	store->remote = ok ? place_remote(type_of, folder) : NULL;
	ok = ok && create_whole(store, &arena, err) && check_file(store, err) &&
		  open_uri(store, "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err);

	if (ok && sqlite3_db_readonly(store->db, "main") == 1)
		ok = err_set(err, "cannot write the database '%s': the file is read-only", store->path);
	ok = ok && set_up(store, err) && schema_check(store, &version, err) && schema_migrate(store, err) &&
	     choose_journal(store, err);
	arena_release(&arena);
	return ok;
}

static bool open_memory(struct store *store, struct err *err)
{
	if (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
		return store_fail(store, "open", err);
	return set_up(store, err) && schema_migrate(store, err);
}

bool store_open_on(const char *path, place_type *type_of, struct store **store, struct err *err)
{
	struct store *opened = xmalloc(sizeof *opened);
	bool ok;

	*opened = (struct store){ .path = xstrdup(path) };
	if (!path[0])
		ok = err_set(err, "the database needs a name");
	else if (!strcmp(path, ":memory:"))
		ok = open_memory(opened, err);
	else
		ok = open_file(opened, type_of, err);
	*store = ok ? opened : NULL;
	if (!ok)
		store_close(opened);
	return ok;
}

bool store_open(const char *path, struct store **store, struct err *err)
{
	return store_open_on(path, place_type_of, store, err);
}

const char *store_remote(const struct store *store)
{
	return store->remote;
}

/*
 * One in WAL mode needs a file beside it even to be read; where none can be
 * made, nobody else is writing either. Only then it may be read without a lock.
 */
static bool open_for_reading(struct store *store, struct err *err)
{
	bool opened = open_uri(store, "?mode=ro", SQLITE_OPEN_READONLY, NULL);
	int problem;
	int64_t version;

	sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
	if (opened && store_number(store, "PRAGMA user_version", &version, NULL))
		return true;
	problem = sqlite3_errcode(store->db) & 0xff;
	if (problem != SQLITE_CANTOPEN && problem != SQLITE_READONLY)
		return store_fail(store, "read", err);
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
	if (store->limit_ignored)
		sigaction(SIGXFSZ, &store->at_limit, NULL);
	free(store->path);
	free(store);
}
