/* Scans commands into a folder of its own and reads the facts back. */
#include "driver/scan.h"

#include "base/clock.h"
#include "base/files.h"
#include "driver/workers.h"
#include "model/facts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FOLDER_NAME "snag-scan-"
/* Tells our folders from somebody's of the same name. */
#define FOLDER_MARK "made-by-snag-scan"
/* Between its making and its lock a folder looks like a dead run's. */
#define FOLDER_AGE_SECONDS 60

/* Removes the folder of a run that was killed: nobody holds its lock. */
static void remove_stale(struct arena *arena, const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && st.st_mtime < time(NULL) - FOLDER_AGE_SECONDS &&
	    file_exists(path_join(arena, path, FOLDER_MARK)) && flock(fd, LOCK_EX | LOCK_NB) == 0)
		folder_remove(path);
	close(fd);
}

static void remove_all_stale(struct arena *arena, const char *parent)
{
	DIR *dir = opendir(parent);

	for (struct dirent *entry; dir && (entry = readdir(dir));)
		if (!strncmp(entry->d_name, FOLDER_NAME, strlen(FOLDER_NAME)))
			remove_stale(arena, arena_printf(arena, "%s/%s", parent, entry->d_name));
	if (dir)
		closedir(dir);
}

/* A folder that is locked as long as the descriptor is open. */
static bool make_folder(struct arena *arena, char **folder, int *lock, struct err *err)
{
	const char *named = getenv("TMPDIR"), *parent = named && named[0] ? named : P_tmpdir;

	remove_all_stale(arena, parent);
	*folder = arena_printf(arena, "%s/" FOLDER_NAME "XXXXXX", parent);
	if (!mkdtemp(*folder))
		return err_set(err, "cannot make the temporary folder '%s': %s", *folder, strerror(errno));
	*lock = open(*folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*lock >= 0 && flock(*lock, LOCK_EX | LOCK_NB) == 0)
		file_write(arena_printf(arena, "%s/" FOLDER_MARK, *folder), "", 0, NULL);
	return true;
}

static Fact__Unit *without_facts(struct arena *arena, const struct check_unit *unit)
{
	Fact__Unit *facts = arena_new(arena, Fact__Unit);

	facts_init_failed(facts, unit->file, unit->status, unit->note);
	facts->configuration = arena_strdup(arena, unit->configuration);
	return facts;
}

/* What a scanner left. The words of a failure hold no path: the temporary folder's name would differ from run to run. */
static bool read_left(struct arena *arena, const char *path, Fact__Unit **facts, struct err *err)
{
	char *bytes;
	size_t length;

	if (!file_read(arena, path, 0, &bytes, &length, NULL))
		return err_set(err, "the scanner left no facts");
	return facts_unpack(arena, bytes, length, facts, err);
}

/* A unit whose facts can't be read was not analysed, whatever its scanner said. */
static Fact__Unit *read_facts(struct arena *arena, const char *path, struct check_unit *unit)
{
	bool usable = unit->status == FACT__STATUS__STATUS_OK || unit->status == FACT__STATUS__STATUS_PARTIAL;
	Fact__Unit *facts = NULL;
	struct err problem = { 0 };

	if (!usable)
		return without_facts(arena, unit);
	if (read_left(arena, path, &facts, &problem)) {
		/* By these two everything later knows the unit: they are the command's, whatever the file says. */
		facts->main_file = arena_strdup(arena, unit->file);
		facts->configuration = arena_strdup(arena, unit->configuration);
		return facts;
	}
	unit->status = FACT__STATUS__STATUS_CRASHED;
	unit->note = arena_strdup(arena, problem.text);
	return without_facts(arena, unit);
}

void check_unit_count(struct check_unit *unit, const Fact__Unit *facts)
{
	unit->facts = facts;
	unit->functions = (uint32_t)facts->n_functions;
	for (size_t i = 0; i < facts->n_functions; i++)
		unit->instructions += facts->functions[i]->instructions;
	for (size_t i = 0; i < facts->n_opaques; i++)
		unit->opaques += facts->opaques[i]->count;
}

static void unit_of_cache(const struct command *command, const struct cached *cached, const Fact__Unit *facts,
			  struct check_unit *unit)
{
	*unit = (struct check_unit){ .file = command->file, .configuration = command->configuration,
				     .note = cached->note, .status = cached->status, .cached = true };
	if (facts)
		check_unit_count(unit, facts);
}

/* What has to be scanned is left, with each one's index. */
static void take_from_cache(struct arena *arena, const struct commands *commands, const struct check_options *options,
			    struct scanned *scanned, struct commands *left, size_t *indices)
{
	const struct cache *cache = options->cache;

	for (size_t i = 0; i < commands->all.len; i++) {
		const struct command *command = &commands->all.items[i];
		Fact__Unit **facts = options->facts_unread ? NULL : &scanned->facts[i];
		struct cached cached;

		if (cache && cache_find(arena, cache, command, &cached, facts) == CACHE_HIT) {
			scanned->kept[i] = cached.path;
			unit_of_cache(command, &cached, scanned->facts[i], &scanned->units[i]);
			continue;
		}
		indices[left->all.len] = i;
		vec_push(arena, &left->all, *command);
	}
}

/* Scans what is left. A cache that can't be written to costs time later, and nothing now. */
static bool scan_left(struct arena *arena, const struct commands *left, const struct check_options *options,
		      const char *folder, const struct interrupt *interrupt, const size_t *indices,
		      struct scanned *scanned, struct err *err)
{
	struct check_unit *units = arena_array(arena, struct check_unit, left->all.len);
	int64_t started = clock_realtime_ns();

	if (!workers_run(arena, left, options, folder, interrupt, units, err))
		return false;
	for (size_t i = 0; i < left->all.len; i++) {
		const char *path = workers_facts_path(arena, folder, i), *kept = NULL;
		size_t at = indices[i];

		scanned->facts[at] = read_facts(arena, path, &units[i]);
		scanned->units[at] = units[i];
		scanned->units[at].facts = scanned->facts[at];
		if (options->cache && cache_put(arena, options->cache, &left->all.items[i], path, scanned->facts[at],
						started, &kept, NULL))
			scanned->kept[at] = kept;
	}
	return true;
}

bool scan_commands(struct arena *arena, const struct commands *commands, const struct check_options *options,
		   struct scanned *scanned, struct err *err)
{
	size_t *indices = arena_array(arena, size_t, commands->all.len);
	struct commands left = { 0 };
	struct interrupt interrupt;
	char *folder;
	int lock = -1;
	bool ok;

	scanned->count = commands->all.len;
	scanned->units = arena_array(arena, struct check_unit, scanned->count);
	scanned->facts = arena_array(arena, Fact__Unit *, scanned->count);
	scanned->kept = arena_array(arena, const char *, scanned->count);
	take_from_cache(arena, commands, options, scanned, &left, indices);
	if (!left.all.len)
		return true;
	interrupt_hold(&interrupt);
	ok = make_folder(arena, &folder, &lock, err);
	if (ok) {
		ok = scan_left(arena, &left, options, folder, &interrupt, indices, scanned, err);
		folder_remove(folder);
		if (lock >= 0)
			close(lock);
	}
	interrupt_let_go(&interrupt);
	return ok;
}
