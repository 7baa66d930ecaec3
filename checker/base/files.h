/* Files and paths. Paths are bytes with '/' between names; symbolic links are never resolved. */
#ifndef SNAG_BASE_FILES_H
#define SNAG_BASE_FILES_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads a whole file; a NUL stands behind the last byte. Refuses more than
 * `limit` bytes (0: FILE_SIZE_LIMIT), folders and devices.
 */
#define FILE_SIZE_LIMIT ((size_t)1 << 30)
bool file_read(struct arena *arena, const char *path, size_t limit, char **bytes, size_t *length, struct err *err);

/*
 * Writes a file under a temporary name beside it, then renames it: readers see
 * the old one or the new one. A link keeps pointing where it did, and a file
 * that was there keeps its mode. What is no plain file, a device or a FIFO, is written to as it stands.
 */
bool file_write(const char *path, const void *bytes, size_t length, struct err *err);

bool file_exists(const char *path);
bool folder_exists(const char *path);
bool folder_make(const char *path, struct err *err); /* with its parents; there already is fine */
/* Removes a folder with the plain files in it; what can't be removed stays. */
void folder_remove(const char *path);

/* `path` seen from `base`, without "." and ".." steps; an absolute `path` stands for itself. */
char *path_join(struct arena *arena, const char *base, const char *path);
/* Below `root`: the rest of the path. Otherwise `path` itself. Both absolute and normal. */
const char *path_below(const char *root, const char *path);
/* The part after the last '/'. */
const char *path_base(const char *path);
/* Everything before the last '/'; "." where there is none. */
char *path_folder(struct arena *arena, const char *path);
/* The working folder, as $PWD names it where that is right (links kept). */
bool path_cwd(struct arena *arena, char **cwd, struct err *err);

#endif
