/* Edits of sources that are checked by reading them again: what the reader doesn't see isn't written. */
#include "driver/comments.h"

#include "base/files.h"
#include "base/strbuf.h"
#include "driver/context.h"
#include "engine/comment.h"
#include "engine/marker.h"

#include <string.h>

#define SOURCE_LIMIT ((size_t)64 << 20)

struct source {
	struct arena arena;
	const char *path;
	char *text;
	size_t length;
};

static bool any_rule(const void *data, const char *name)
{
	(void)data;
	(void)name;
	return true;
}

/* The start of a line, from 1; NULL behind the last. */
static const char *line_at(const struct source *s, uint32_t line)
{
	const char *at = s->text, *end = s->text + s->length;

	for (uint32_t i = 1; i < line && at; i++) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	return at && at < end ? at : NULL;
}

static const char *line_end(const struct source *s, const char *line)
{
	const char *end = memchr(line, '\n', (size_t)(s->text + s->length - line));

	end = end ? end : s->text + s->length;
	return end > line && end[-1] == '\r' ? end - 1 : end;
}

static char *comment_text(struct arena *arena, const struct finding *finding, const struct suppression *what)
{
	struct strbuf text = { 0 };
	char *copied;

	strbuf_addf(&text, "/* snag: ignore[%s", finding->rule->id);
	if (strcmp(what->kind, what->until ? "later" : "accepted") != 0)
		strbuf_addf(&text, ", kind=%s", what->kind);
	if (what->until)
		strbuf_addf(&text, ", until=%s", what->until);
	strbuf_addf(&text, "] %s */", what->reason);
	copied = arena_strdup(arena, text.text);
	strbuf_release(&text);
	for (char *at = copied; *at; at++)
		if ((unsigned char)*at < ' ')
			*at = ' ';
	return copied;
}

/* The text with `insert` at a place of it. */
static char *with(struct source *s, const char *at, const char *insert)
{
	return arena_printf(&s->arena, "%.*s%s%s", (int)(at - s->text), s->text, insert, at);
}

static bool covers(struct source *s, const char *text, const char *rule, uint32_t line)
{
	struct markers markers;

	markers_read(&s->arena, text, strlen(text), any_rule, NULL, &markers);
	for (size_t i = 0; i < markers.all.len; i++) {
		const struct marker *marker = &markers.all.items[i];

		if ((marker->scope == MARKER_LINE || marker->scope == MARKER_NEXT) && !strcmp(marker->rule, rule) &&
		    marker->first <= line && line <= marker->last)
			return true;
	}
	return false;
}

/* Behind a backslash the line goes on, and above one that does the comment would end it. */
static bool goes_on(const struct source *s, const char *line)
{
	const char *end = line_end(s, line);

	return (end > line && end[-1] == '\\') ||
	       (line > s->text + 1 && (line[-2] == '\\' || (line[-2] == '\r' && line > s->text + 2 && line[-3] == '\\')));
}

static const char *place_comment(struct source *s, const struct finding *finding, const struct suppression *what)
{
	const char *line = line_at(s, finding->place.line), *end;
	char *comment = comment_text(&s->arena, finding, what), *text, *above;

	if (!line || goes_on(s, line))
		return NULL;
	end = line_end(s, line);
	text = with(s, end, arena_printf(&s->arena, " %s", comment));
	if (covers(s, text, finding->rule->id, finding->place.line))
		return text;
	above = arena_printf(&s->arena, "%.*s%s%s", (int)strspn(line, " \t"), line, comment, *end == '\r' ? "\r\n" : "\n");
	text = with(s, line, above);
	return covers(s, text, finding->rule->id, finding->place.line + 1) ? text : NULL;
}

static bool read_source(struct source *s, const char *file, struct err *err)
{
	*s = (struct source){ .path = file };
	if (!file_read(&s->arena, file, SOURCE_LIMIT, &s->text, &s->length, err))
		return false;
	return strlen(s->text) == s->length || err_set(err, "'%s' is no text", file);
}

static bool add(struct source *s, const struct finding *finding, const struct suppression *what, struct err *err)
{
	const char *text;

	if (strstr(what->reason, "*/"))
		return err_set(err, "a reason in a comment can't have '*/' in it");
	if (context_of(s->text, s->length, finding->place.line) != finding->context)
		return err_set(err, "%s:%u: not as it was analysed: run 'snag check' again", s->path, finding->place.line);
	text = place_comment(s, finding, what);
	if (!text)
		return err_set(err, "%s:%u: no place for a comment here: write it by hand, or use --baseline", s->path,
			       finding->place.line);
	return file_write(s->path, text, strlen(text), err);
}

bool comment_add(const char *file, const struct finding *finding, const struct suppression *what, struct err *err)
{
	struct source s;
	bool ok = read_source(&s, file, err) && add(&s, finding, what, err);

	arena_release(&s.arena);
	return ok;
}

static bool is_among(const char *rule, const char *const *rules, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(rules[i], rule))
			return true;
	return false;
}

/* Whether a marker stands there, and all its rules are to go. */
static bool is_wanted(struct source *s, uint32_t line, uint32_t column, const char *const *rules, size_t count)
{
	struct markers markers;
	size_t found = 0;

	markers_read(&s->arena, s->text, s->length, any_rule, NULL, &markers);
	for (size_t i = 0; i < markers.all.len; i++) {
		const struct marker *marker = &markers.all.items[i];

		if (marker->line != line || marker->column != column)
			continue;
		if (marker->scope == MARKER_RANGE || !is_among(marker->rule, rules, count))
			return false;
		found++;
	}
	return found > 0;
}

/* One that has nothing but the marker in it: other words of people's are not ours to take. */
static bool find_comment(struct source *s, uint32_t line, uint32_t column, struct comment *comment)
{
	struct comments comments;

	comments_begin(&comments, s->text, s->length);
	while (comments_next(&comments, comment))
		if (comment->line == line && comment->end_line == line)
			if (comment->start + strspn(comment->start, "/*!< \t") == comment->line_start + column - 1)
				return true;
	return false;
}

static bool cut(struct source *s, const struct comment *comment, struct err *err)
{
	const char *from = comment->start, *to = comment->end;
	char *text;

	while (from > s->text && (from[-1] == ' ' || from[-1] == '\t'))
		from--;
	if (!comment->code_before && !comment->code_behind) {
		to += strspn(to, " \t\r");
		to += *to == '\n';
	}
	text = arena_printf(&s->arena, "%.*s%s", (int)(from - s->text), s->text, to);
	return file_write(s->path, text, strlen(text), err);
}

bool comment_remove(const char *file, uint32_t line, uint32_t column, const char *const *rules, size_t count,
		    struct err *err)
{
	struct comment comment;
	struct source s;
	bool ok = read_source(&s, file, err);

	if (ok && (!is_wanted(&s, line, column, rules, count) || !find_comment(&s, line, column, &comment)))
		ok = err_set(err, "%s:%u: not a comment that can be taken out: do it by hand", file, line);
	ok = ok && cut(&s, &comment, err);
	arena_release(&s.arena);
	return ok;
}
