/* Reads a diff without context, and follows lines through it. */
#include "bench/identity/diff.h"

#include "base/files.h"

#include <stdio.h>
#include <string.h>

static const char *after(const char *line, const char *start)
{
	size_t length = strlen(start);

	return strncmp(line, start, length) ? NULL : line + length;
}

/* "@@ -FROM[,COUNT] +TO[,COUNT] @@" */
static void read_hunk(struct diff *diff, struct file_diff *file, const char *line)
{
	struct hunk hunk = { 0, 1, 1 };
	const char *to = strchr(line, '+'), *comma;

	sscanf(line, "-%u,%u", &hunk.from, &hunk.from_count);
	comma = to ? strpbrk(to, ", ") : NULL;
	if (comma && *comma == ',')
		sscanf(comma, ",%u", &hunk.to_count);
	vec_push(&diff->arena, &file->hunks, hunk);
}

static void read_line(struct diff *diff, char *line)
{
	struct file_diff *file = diff->files.len ? &diff->files.items[diff->files.len - 1] : NULL;
	const char *rest;

	if (after(line, "diff --git "))
		vec_push(&diff->arena, &diff->files, (struct file_diff){ "", "", { 0 } });
	else if (!file)
		return;
	else if ((rest = after(line, "--- ")) || (rest = after(line, "rename from ")))
		file->from = strcmp(rest, "/dev/null") ? arena_strndup(&diff->arena, rest, strcspn(rest, "\t")) : "";
	else if ((rest = after(line, "+++ ")) || (rest = after(line, "rename to ")))
		file->to = strcmp(rest, "/dev/null") ? arena_strndup(&diff->arena, rest, strcspn(rest, "\t")) : NULL;
	else if ((rest = after(line, "@@ ")))
		read_hunk(diff, file, rest);
}

/* A removed line that begins with "-- " looks like a header: the lines of a hunk are counted and passed over. */
bool diff_read(const char *path, struct diff *diff, struct err *err)
{
	char *text = NULL, *line, *rest;
	size_t length = 0, left = 0;

	*diff = (struct diff){ 0 };
	if (!file_read(&diff->arena, path, 0, &text, &length, err))
		return false;
	for (rest = text; (line = strsep(&rest, "\n"));) {
		if (left) {
			left -= line[0] != '\\';
			continue;
		}
		read_line(diff, line);
		if (after(line, "@@ ")) {
			const struct file_diff *file = &diff->files.items[diff->files.len - 1];
			const struct hunk *hunk = &file->hunks.items[file->hunks.len - 1];

			left = (size_t)hunk->from_count + hunk->to_count;
		}
	}
	/* New files have no path of the older commit; something has to stand for it. */
	for (size_t i = 0; i < diff->files.len; i++)
		names_add(&diff->by_path, diff->files.items[i].from[0] ? diff->files.items[i].from :
									  arena_printf(&diff->arena, "/%zu", i));
	return true;
}

void diff_release(struct diff *diff)
{
	names_release(&diff->by_path);
	arena_release(&diff->arena);
}

bool diff_follow(const struct diff *diff, const char *path, uint32_t first, uint32_t last, const char **new_path,
		 uint32_t *new_first)
{
	uint32_t n = names_find(&diff->by_path, path);
	const struct file_diff *file = n == NAMES_NONE ? NULL : &diff->files.items[n];

	*new_path = path;
	*new_first = first;
	if (!file)
		return true;
	if (!file->to)
		return false;
	*new_path = file->to[0] ? file->to : path;
	for (size_t i = 0; i < file->hunks.len; i++) {
		const struct hunk *hunk = &file->hunks.items[i];

		if (hunk->from_count ? hunk->from + hunk->from_count <= first : hunk->from < first)
			*new_first += hunk->to_count - hunk->from_count;
		else if (hunk->from_count ? hunk->from <= last : hunk->from < last)
			return false;
	}
	return true;
}
