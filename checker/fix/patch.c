/* Edits as a unified diff. */
#include "fix/fix.h"

#include "base/files.h"

#include <string.h>

/* Lines of context around what changes. */
#define CONTEXT 3

/* Lines that change together, with the edits in them. */
struct region {
	size_t first_edit, end_edit;
	size_t first_line, end_line; /* from 0; the end lies behind the last one */
};

struct lines {
	VEC(size_t) starts; /* offsets, and the length of the file at the end */
};

static void find_lines(struct arena *arena, const struct fix_file *file, struct lines *lines)
{
	for (size_t at = 0; at < file->length;) {
		const char *feed = memchr(file->bytes + at, '\n', file->length - at);

		vec_push(arena, &lines->starts, at);
		at = feed ? (size_t)(feed - file->bytes) + 1 : file->length;
	}
	vec_push(arena, &lines->starts, file->length);
}

static size_t line_count(const struct lines *lines)
{
	return lines->starts.len - 1;
}

/* The line that holds the offset. */
static size_t line_of(const struct lines *lines, size_t offset)
{
	size_t low = 0, high = line_count(lines);

	while (high - low > 1) {
		size_t middle = (low + high) / 2;

		if (lines->starts.items[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The edits from `begin` on that share lines with their neighbours. */
static struct region region_at(const struct fix_file *file, const struct lines *lines, size_t begin)
{
	struct region region = { .first_edit = begin, .end_edit = begin };

	region.first_line = region.end_line = line_of(lines, file->edits.items[begin].offset);
	for (; region.end_edit < file->edits.len; region.end_edit++) {
		const struct fix_edit *edit = &file->edits.items[region.end_edit];

		if (region.end_edit > begin && line_of(lines, edit->offset) >= region.end_line)
			break;
		region.end_line = line_of(lines, edit->offset + edit->length) + 1;
	}
	return region;
}

/* One line of a diff; the file's last line may lack its end. */
static void add_line(struct strbuf *out, char mark, const char *line, size_t length)
{
	strbuf_addch(out, mark);
	strbuf_add(out, line, length);
	if (!length || line[length - 1] != '\n')
		strbuf_addstr(out, "\n\\ No newline at end of file\n");
}

/* Gives their number. */
static size_t add_lines(struct strbuf *out, char mark, const char *text, size_t length)
{
	size_t count = 0;

	for (; length > 0; count++) {
		const char *feed = memchr(text, '\n', length);
		size_t size = feed ? (size_t)(feed - text) + 1 : length;

		add_line(out, mark, text, size);
		text += size;
		length -= size;
	}
	return count;
}

static size_t add_old(struct strbuf *out, char mark, const struct fix_file *file, const struct lines *lines, size_t from,
		      size_t to)
{
	size_t begin = lines->starts.items[from];

	return add_lines(out, mark, file->bytes + begin, lines->starts.items[to] - begin);
}

static size_t add_new(struct strbuf *out, const struct fix_file *file, const struct lines *lines,
		      const struct region *region)
{
	size_t at = lines->starts.items[region->first_line], end = lines->starts.items[region->end_line], count;
	struct strbuf text = { 0 };

	for (size_t i = region->first_edit; i < region->end_edit; i++) {
		const struct fix_edit *edit = &file->edits.items[i];

		strbuf_add(&text, file->bytes + at, edit->offset - at);
		strbuf_addstr(&text, edit->text);
		at = edit->offset + edit->length;
	}
	strbuf_add(&text, file->bytes + at, end - at);
	count = add_lines(out, '+', strbuf_text(&text), text.len);
	strbuf_release(&text);
	return count;
}

/* Regions whose contexts touch make one hunk. Gives the edit behind it; `*shift` is by how much lines have moved so far. */
static size_t add_hunk(struct strbuf *out, const struct fix_file *file, const struct lines *lines, size_t edit,
		       size_t *shift)
{
	struct region region = region_at(file, lines, edit);
	size_t first = region.first_line > CONTEXT ? region.first_line - CONTEXT : 0, at = first, end, old = 0, made = 0;
	struct strbuf body = { 0 };

	for (;;) {
		size_t context = add_old(&body, ' ', file, lines, at, region.first_line);

		old += context + add_old(&body, '-', file, lines, region.first_line, region.end_line);
		made += context + add_new(&body, file, lines, &region);
		at = region.end_line;
		edit = region.end_edit;
		if (edit == file->edits.len)
			break;
		region = region_at(file, lines, edit);
		if (region.first_line > at + 2 * CONTEXT)
			break;
	}
	end = at + CONTEXT < line_count(lines) ? at + CONTEXT : line_count(lines);
	add_old(&body, ' ', file, lines, at, end);
	old += end - at;
	made += end - at;
	strbuf_addf(out, "@@ -%zu,%zu +%zu,%zu @@\n", first + 1, old, first + 1 + *shift, made);
	strbuf_add(out, body.text, body.len);
	strbuf_release(&body);
	*shift += made - old;
	return edit;
}

/* Names with odd bytes in quotes, as git and patch write them. */
static void add_name(struct strbuf *out, const char *side, const char *path)
{
	bool quoted = false, blank = strchr(path, ' ') != NULL;

	for (const char *c = path; *c; c++)
		quoted = quoted || (unsigned char)*c < ' ' || *c == '"' || *c == '\\' || (unsigned char)*c >= 0x7f;
	if (!quoted) {
		strbuf_addf(out, "%s%s%s\n", side, path, blank ? "\t" : "");
		return;
	}
	strbuf_addf(out, "\"%s", side);
	for (const char *c = path; *c; c++)
		if (*c == '"' || *c == '\\')
			strbuf_addf(out, "\\%c", *c);
		else if ((unsigned char)*c < ' ' || (unsigned char)*c >= 0x7f)
			strbuf_addf(out, "\\%03o", (unsigned char)*c);
		else
			strbuf_addch(out, *c);
	strbuf_addstr(out, "\"\n");
}

void fix_patch(const struct fix_file *file, const char *root, struct strbuf *out)
{
	struct arena arena = { 0 };
	struct lines lines = { 0 };
	size_t shift = 0;

	find_lines(&arena, file, &lines);
	strbuf_addstr(out, "--- ");
	add_name(out, "a/", path_below(root, file->path));
	strbuf_addstr(out, "+++ ");
	add_name(out, "b/", path_below(root, file->path));
	for (size_t edit = 0; edit < file->edits.len;)
		edit = add_hunk(out, file, &lines, edit, &shift);
	arena_release(&arena);
}
