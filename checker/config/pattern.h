/* Which files a pattern of the configuration is about. */
#ifndef SNAG_CONFIG_PATTERN_H
#define SNAG_CONFIG_PATTERN_H

#include <stdbool.h>

/*
 * `path` is relative to the folder of the file with the pattern. `*` and `?` stand
 * for anything within a name, `**` for any number of folders. A pattern without a
 * slash before its end fits a name in any folder, others begin at the folder of
 * the configuration. What fits a folder fits all below it; a pattern that ends in a
 * slash fits folders only.
 */
bool pattern_fits(const char *pattern, const char *path);

/* The same of the path itself alone, not of a folder above it. */
bool pattern_fits_file(const char *pattern, const char *path);

/* One name, or any text without folders: `*` and `?` as above, over slashes too. */
bool pattern_fits_name(const char *pattern, const char *name);

#endif
