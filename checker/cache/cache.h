/*
 * Facts of units that were scanned before, found by what they were made from.
 *
 * A key stands for a command and the tool; its manifest lists, for each result,
 * every file that was read. Both kinds of files appear by rename and facts never
 * change, so any number of processes may read and write at once. As in ccache's
 * direct mode, a header that appears earlier on the include path than the one
 * that was read isn't noticed.
 */
#ifndef SNAG_CACHE_CACHE_H
#define SNAG_CACHE_CACHE_H

#include "base/arena.h"
#include "base/err.h"
#include "command/command.h"
#include "model/facts.h"

#include <stdint.h>

#define CACHE_LIMIT_DEFAULT ((uint64_t)2 << 30)

struct cache {
	const char *folder; /* absolute; NULL: nothing is kept, nothing is found */
	uint64_t limit;     /* bytes of facts; the least recently used go first */
	const char *tool;   /* digest of what makes the facts besides the command */
};

/*
 * $SNAG_CACHE_DIR, else $XDG_CACHE_HOME/snag, else ~/.cache/snag. The limit is
 * SNAG_CACHE_SIZE in MiB; 0 switches the cache off, and so does a user without
 * a home. The scanner and `extra` (what else decides, or "") become part of
 * every key.
 */
void cache_open(struct arena *arena, const char *scanner, const char *extra, struct cache *cache);

/*
 * The path of a socket for a scanner that serves all whose facts would be the
 * same; NULL where nothing is kept. The folder is there then.
 */
char *cache_socket(struct arena *arena, const struct cache *cache);

/* What was found, or why nothing: never seen with these flags, a file changed since, the facts were removed. */
enum cache_answer { CACHE_HIT, CACHE_OFF, CACHE_UNKNOWN, CACHE_CHANGED, CACHE_LOST };

/* What is known of facts without reading them. */
struct cached {
	const char *path; /* their file */
	Fact__Status status;
	const char *note;
};

/*
 * The facts of the command as it stands. On a hit `*facts`, if asked for (not
 * NULL), is what they are. CACHE_CHANGED: `cached->path` is a file that isn't
 * what it was.
 */
enum cache_answer cache_find(struct arena *arena, const struct cache *cache, const struct command *command,
			     struct cached *cached, Fact__Unit **facts);

/*
 * Keeps facts that lie in a file. `started`: when the scan began (nanoseconds of
 * CLOCK_REALTIME), since a file that changed after it may not be what was read.
 * Only units that were analysed are kept. `*path` is where they lie now, NULL
 * where they aren't kept.
 */
bool cache_put(struct arena *arena, const struct cache *cache, const struct command *command, const char *facts_file,
	       const Fact__Unit *facts, int64_t started, const char **path, struct err *err);

#endif
