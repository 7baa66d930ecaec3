/* Tells comments from strings and code, line by line. */
#include "engine/comment.h"

#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool begins(const char *at, const char *end, const char *word)
{
	size_t length = strlen(word);

	return (size_t)(end - at) >= length && !memcmp(at, word, length);
}

/* Behind the comment that begins here. */
static const char *behind_comment(const char *at, const char *end)
{
	if (at[1] == '*') {
		const char *stop = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);

		return stop ? stop + 2 : end;
	}
	for (at += 2; at < end && *at != '\n'; at++)
		if (*at == '\\' && end - at > 1 && at[1] == '\n')
			at++;
	return at;
}

/* Behind R"mark(…)mark"; `at` stands on the quote. */
static const char *behind_raw(const char *at, const char *end)
{
	const char *open = memchr(at, '(', (size_t)(end - at));
	size_t length = open ? (size_t)(open - at - 1) : 0;

	if (!open || length > 16)
		return at + 1;
	for (const char *p = open; p < end && (p = memchr(p, ')', (size_t)(end - p))); p++)
		if ((size_t)(end - p) > length + 1 && !memcmp(p + 1, at + 1, length) && p[1 + length] == '"')
			return p + length + 2;
	return end;
}

/* Behind a literal; one without an end ends with its line. */
static const char *behind_literal(const char *text, const char *at, const char *end)
{
	char quote = *at;

	if (quote == '"' && at > text && at[-1] == 'R')
		return behind_raw(at, end);
	for (at++; at < end && *at != quote && *at != '\n'; at++)
		if (*at == '\\' && end - at > 1)
			at++;
	return at < end && *at == quote ? at + 1 : at;
}

static bool begins_comment(const char *at, const char *end)
{
	return begins(at, end, "//") || begins(at, end, "/*");
}

/* 1'000 is a number: a quote behind a digit or letter begins no character. */
static bool begins_literal(const char *text, const char *at)
{
	if (*at == '"')
		return true;
	return *at == '\'' && !(at > text && ((at[-1] >= '0' && at[-1] <= '9') || (at[-1] >= 'a' && at[-1] <= 'f')));
}

static uint32_t lines_in(const char *at, const char *end)
{
	uint32_t lines = 0;

	for (; at < end; at++)
		lines += *at == '\n';
	return lines;
}

void comments_begin(struct comments *c, const char *text, size_t length)
{
	*c = (struct comments){ .text = text, .end = text + length, .at = text, .line = 1, .line_start = text };
}

static void step_line(struct comments *c)
{
	bool continued = c->at > c->text && c->at[-1] == '\\';

	c->line++;
	c->at++;
	c->line_start = c->at;
	c->code_before = false;
	c->directive = c->directive && continued;
}

static bool has_code_behind(const char *at, const char *end)
{
	while (at < end && *at != '\n') {
		if (begins_comment(at, end))
			at = behind_comment(at, end);
		else if (is_blank(*at) || *at == '\\')
			at++;
		else
			return true;
	}
	return false;
}

static void take_comment(struct comments *c, struct comment *comment)
{
	*comment = (struct comment){ .start = c->at, .end = behind_comment(c->at, c->end), .line = c->line,
				     .line_start = c->line_start, .code_before = c->code_before,
				     .directive = c->directive ? c->directive_start : NULL };
	c->line += lines_in(comment->start, comment->end);
	comment->end_line = c->line;
	comment->code_behind = has_code_behind(comment->end, c->end);
	for (const char *p = comment->start; p < comment->end; p++)
		if (*p == '\n')
			c->line_start = p + 1;
	c->at = comment->end;
}

bool comments_next(struct comments *c, struct comment *comment)
{
	while (c->at < c->end) {
		if (*c->at == '\n') {
			step_line(c);
		} else if (begins_comment(c->at, c->end)) {
			take_comment(c, comment);
			return true;
		} else if (begins_literal(c->text, c->at)) {
			const char *behind = behind_literal(c->text, c->at, c->end);

			c->line += lines_in(c->at, behind);
			c->at = behind;
			c->code_before = true;
		} else {
			if (*c->at == '#' && !c->code_before && !c->directive) {
				c->directive = true;
				c->directive_start = c->at;
			}
			c->code_before = c->code_before || !is_blank(*c->at);
			c->at++;
		}
	}
	return false;
}

const char *defined_name(const char *at, const char *end, size_t *length)
{
	const char *name;

	*length = 0;
	for (at++; at < end && is_blank(*at);)
		at++;
	if (!begins(at, end, "define"))
		return at;
	for (at += 6; at < end && is_blank(*at);)
		at++;
	for (name = at; at < end && (*at == '_' || (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z') ||
				     (*at >= 'A' && *at <= 'Z'));)
		at++;
	*length = (size_t)(at - name);
	return name;
}

/* Braces that hold values, as in `= { 1, 2 }`, belong to the statement; others end it. */
static bool holds_values(char before)
{
	return before && strchr("=,({[", before) != NULL;
}

bool statement_lines(const char *at, const char *end, uint32_t line, uint32_t *first, uint32_t *last,
		     const char **start)
{
	int depth = 0;
	char before = '\0';
	const char *text = at;

	*start = NULL;
	while (at < end) {
		const char *from = at;

		if (*at == '\n' || is_blank(*at)) {
			line += *at++ == '\n';
			continue;
		}
		if (begins_comment(at, end)) {
			at = behind_comment(at, end);
			line += lines_in(from, at);
			continue;
		}
		if (!*start) {
			*start = at;
			*first = line;
		}
		*last = line;
		at = begins_literal(text, at) ? behind_literal(text, at, end) : at + 1;
		line += lines_in(from, at);
		if (strchr("([", *from) || (*from == '{' && (depth || holds_values(before))))
			depth++;
		else if (strchr(")]}", *from) && depth)
			depth--;
		else if (!depth && strchr(";{}", *from))
			return true;
		before = *from;
	}
	return *start != NULL;
}
