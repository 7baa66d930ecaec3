/* Lines of patterns and names. Unlike in .gitignore nothing is negated, and a star at the end means files, not what lies below. */
#include "driver/owners.h"

#include "base/files.h"
#include "base/strbuf.h"
#include "config/pattern.h"

#include <string.h>

/* GitHub reads no larger one. */
#define OWNERS_LIMIT ((size_t)3 << 20)

/* Up to a blank that no backslash stands before; `*line` moves behind it. */
static const char *read_pattern(struct arena *arena, const char **line, const char *end)
{
	struct strbuf pattern = { 0 };
	const char *at = *line, *copied;

	for (; at < end && *at != ' ' && *at != '\t'; at++) {
		if (*at == '\\' && at + 1 < end)
			at++;
		strbuf_addch(&pattern, *at);
	}
	*line = at;
	copied = arena_strdup(arena, strbuf_text(&pattern));
	strbuf_release(&pattern);
	return copied;
}

static const char *read_names(struct arena *arena, const char *at, const char *end)
{
	const char *comment = memchr(at, '#', (size_t)(end - at));
	char *names = arena_strndup(arena, at, (size_t)((comment ? comment : end) - at)), *rest = NULL;
	struct strbuf list = { 0 };
	const char *copied;

	for (char *name = strtok_r(names, " \t", &rest); name; name = strtok_r(NULL, " \t", &rest))
		strbuf_addf(&list, "%s%s", list.len ? " " : "", name);
	copied = arena_strdup(arena, strbuf_text(&list));
	strbuf_release(&list);
	return copied;
}

void owners_parse(struct arena *arena, const char *text, struct owners *owners)
{
	*owners = (struct owners){ 0 };
	while (*text) {
		size_t length = strcspn(text, "\n");
		const char *at = text, *end = text + length;

		while (end > at && end[-1] == '\r')
			end--;
		while (at < end && (*at == ' ' || *at == '\t'))
			at++;
		if (at < end && *at != '#') {
			struct owners_line line = { .pattern = read_pattern(arena, &at, end) };

			line.names = read_names(arena, at, end);
			vec_push(arena, &owners->lines, line);
		}
		text += length + (text[length] == '\n');
	}
}

bool owners_read(struct arena *arena, const char *root, struct owners *owners, struct err *err)
{
	static const char *const places[] = { ".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS" };
	size_t length;
	char *text;

	*owners = (struct owners){ 0 };
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const char *path = path_join(arena, root, places[i]);

		if (!file_exists(path))
			continue;
		if (!file_read(arena, path, OWNERS_LIMIT, &text, &length, err))
			return false;
		owners_parse(arena, text, owners);
		return true;
	}
	return true;
}

static bool ends_in_star(const char *pattern)
{
	size_t length = strlen(pattern);

	return length > 1 && pattern[length - 1] == '*' && pattern[length - 2] == '/';
}

const char *owners_of(const void *data, const char *path)
{
	const struct owners *owners = data;

	for (size_t i = owners->lines.len; i-- > 0;) {
		const struct owners_line *line = &owners->lines.items[i];

		if (ends_in_star(line->pattern) ? pattern_fits_file(line->pattern, path) : pattern_fits(line->pattern, path))
			return line->names[0] ? line->names : NULL;
	}
	return NULL;
}
