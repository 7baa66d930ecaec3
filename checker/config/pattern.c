/* Wildcards, matched without recursion: the last star alone is ever tried again. */
#include "config/pattern.h"

#include <stdint.h>
#include <string.h>

static bool fits_part(const char *pattern, size_t pattern_length, const char *text, size_t length)
{
	size_t p = 0, t = 0, star = SIZE_MAX, resume = 0;

	while (t < length) {
		if (p < pattern_length && pattern[p] == '*') {
			star = p++;
			resume = t;
		} else if (p < pattern_length && (pattern[p] == '?' || pattern[p] == text[t])) {
			p++;
			t++;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			t = ++resume;
		} else {
			return false;
		}
	}
	while (p < pattern_length && pattern[p] == '*')
		p++;
	return p == pattern_length;
}

bool pattern_fits_name(const char *pattern, const char *name)
{
	return fits_part(pattern, strlen(pattern), name, strlen(name));
}

/* Up to the next slash or the end. */
static size_t part_length(const char *text, const char *end)
{
	const char *slash = memchr(text, '/', (size_t)(end - text));

	return slash ? (size_t)(slash - text) : (size_t)(end - text);
}

/* Behind the part, and its slash. */
static const char *next_part(const char *text, const char *end)
{
	text += part_length(text, end);
	return text < end ? text + 1 : end;
}

static bool is_any_folders(const char *pattern, const char *end)
{
	return part_length(pattern, end) == 2 && pattern[0] == '*' && pattern[1] == '*';
}

/* Part by part; of several `**` only the last needs to be tried again. */
static bool fits_parts(const char *pattern, const char *pattern_end, const char *path, const char *path_end)
{
	const char *again = NULL, *resume = NULL;

	while (path < path_end) {
		if (pattern < pattern_end && is_any_folders(pattern, pattern_end)) {
			pattern = again = next_part(pattern, pattern_end);
			resume = path;
			if (again == pattern_end)
				return true;
		} else if (pattern < pattern_end && fits_part(pattern, part_length(pattern, pattern_end), path,
							       part_length(path, path_end))) {
			pattern = next_part(pattern, pattern_end);
			path = next_part(path, path_end);
		} else if (again) {
			pattern = again;
			path = resume = next_part(resume, path_end);
		} else {
			return false;
		}
	}
	return pattern == pattern_end;
}

static bool fits(const char *pattern, const char *path, bool below)
{
	const char *end = pattern + strlen(pattern), *path_end = path + strlen(path);
	bool folders_only = end > pattern && end[-1] == '/', anywhere;

	if (folders_only)
		end--;
	anywhere = !memchr(pattern, '/', (size_t)(end - pattern));
	if (pattern < end && pattern[0] == '/')
		pattern++;
	if (pattern == end)
		return false;
	for (const char *part = path, *part_end; part < path_end; part = next_part(part, path_end)) {
		part_end = part + part_length(part, path_end);
		if (folders_only && part_end == path_end)
			return false;
		if (!below && part_end != path_end)
			continue;
		if (anywhere ? fits_part(pattern, (size_t)(end - pattern), part, (size_t)(part_end - part)) :
			       fits_parts(pattern, end, path, part_end))
			return true;
	}
	return false;
}

bool pattern_fits(const char *pattern, const char *path)
{
	return fits(pattern, path, true);
}

bool pattern_fits_file(const char *pattern, const char *path)
{
	return fits(pattern, path, false);
}
