/* What a comment says to snag, and what it covers. */
#include "engine/marker.h"

#include "engine/comment.h"
#include "model/date.h"

#include <string.h>

#define MEANT "; did you mean 'snag: ignore[RULE] reason'?"

struct reading {
	struct arena *arena;
	const char *text, *end;
	marker_rule *is_rule;
	const void *data;
	struct markers *out;
	VEC(struct marker) open; /* ranges without their end */
};

/* A marker's words in one line of a comment. */
struct words {
	const struct comment *comment;
	const char *at, *end; /* from the word on, to the line's or the comment's end */
	uint32_t line, column;
};

static bool takes(const char **at, const char *end, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(end - *at) < length || memcmp(*at, word, length) != 0)
		return false;
	*at += length;
	return true;
}

static void skip_blanks(const char **at, const char *end)
{
	while (*at < end && (**at == ' ' || **at == '\t'))
		++*at;
}

static void trouble(struct reading *r, const struct words *words, const char *message)
{
	struct marker_trouble row = { words->line, words->column,
				      words->column + (uint32_t)(words->end - words->at),
				      arena_strndup(r->arena, words->at, (size_t)(words->end - words->at)), message };

	vec_push(r->arena, &r->out->troubles, row);
}

/* What stands in the brackets, or behind them. */
struct content {
	VEC(const char *) rules;
	const char *kind, *until, *reason;
};

static bool read_item(struct reading *r, const struct words *words, const char *item, struct content *content)
{
	if (!strncmp(item, "until=", 6)) {
		content->until = item + 6;
		if (date_is_valid(content->until))
			return true;
		trouble(r, words, arena_printf(r->arena, "'%s' is no date: it is written as 2027-01-31", content->until));
		return false;
	}
	if (!strncmp(item, "kind=", 5)) {
		content->kind = item + 5;
		if (!strcmp(content->kind, "false-positive") || !strcmp(content->kind, "accepted") ||
		    !strcmp(content->kind, "later"))
			return true;
		trouble(r, words, arena_printf(r->arena, "unknown kind '%s': false-positive, accepted, later", content->kind));
		return false;
	}
	if (!r->is_rule(r->data, item)) {
		trouble(r, words, arena_printf(r->arena, "unknown rule '%s': nothing is suppressed", item));
		return false;
	}
	vec_push(r->arena, &content->rules, item);
	return true;
}

/* `[RULE, until=DATE]` behind `*at`, which moves on. */
static bool read_list(struct reading *r, const struct words *words, const char **at, struct content *content)
{
	const char *close = memchr(*at, ']', (size_t)(words->end - *at));
	char *list, *rest = NULL;

	if (*at >= words->end || **at != '[' || !close) {
		trouble(r, words, "a suppression names its rules in brackets" MEANT);
		return false;
	}
	list = arena_strndup(r->arena, *at + 1, (size_t)(close - *at - 1));
	for (char *item = strtok_r(list, ", \t", &rest); item; item = strtok_r(NULL, ", \t", &rest))
		if (!read_item(r, words, item, content))
			return false;
	*at = close + 1;
	if (content->rules.len)
		return true;
	trouble(r, words, "a suppression without a rule suppresses nothing" MEANT);
	return false;
}

static bool read_reason(struct reading *r, const struct words *words, const char *at, struct content *content)
{
	const char *end = words->end;

	while (at < end && strchr(" \t:-", *at))
		at++;
	content->reason = arena_strndup(r->arena, at, (size_t)(end - at));
	if (strlen(content->reason) >= 3)
		return true;
	trouble(r, words, "a suppression needs a reason of at least 3 characters behind the bracket");
	return false;
}

static void add(struct reading *r, const struct words *words, const struct content *content, struct marker marker)
{
	if (content->kind && !strcmp(content->kind, "later") && !content->until) {
		trouble(r, words, "what is to be mended later needs a date: until=DATE");
		return;
	}
	marker.line = words->line;
	marker.column = words->column;
	marker.reason = content->reason;
	marker.until = content->until;
	marker.kind = content->kind ? content->kind : content->until ? "later" : "accepted";
	for (size_t i = 0; i < content->rules.len; i++) {
		marker.rule = content->rules.items[i];
		vec_push(r->arena, &r->out->all, marker);
	}
}

static const char *name_at(struct reading *r, const char *directive)
{
	size_t length = 0;
	const char *name = defined_name(directive, r->end, &length);

	return length ? arena_strndup(r->arena, name, length) : NULL;
}

/* At a line's end that line; alone, the statement that comes next; in a macro's definition or before it, its uses. */
static struct marker here(struct reading *r, const struct comment *comment)
{
	struct marker marker = { .scope = MARKER_LINE, .first = comment->line, .last = comment->end_line };
	const char *start;

	if (comment->directive && (marker.macro = name_at(r, comment->directive))) {
		marker.scope = MARKER_MACRO;
		return marker;
	}
	if (comment->code_before || comment->code_behind ||
	    !statement_lines(comment->end, r->end, comment->end_line, &marker.first, &marker.last, &start))
		return marker;
	marker.scope = MARKER_NEXT;
	if (*start == '#' && (marker.macro = name_at(r, start)))
		marker.scope = MARKER_MACRO;
	return marker;
}

static void begin_range(struct reading *r, const struct words *words, const struct content *content)
{
	struct marker marker = { .scope = MARKER_RANGE, .first = words->line, .last = UINT32_MAX };
	size_t from = r->out->all.len;

	add(r, words, content, marker);
	for (size_t i = from; i < r->out->all.len; i++)
		vec_push(r->arena, &r->open, r->out->all.items[i]);
	r->out->all.len = from;
}

static void end_range(struct reading *r, const struct words *words, const struct content *content)
{
	for (size_t i = 0; i < content->rules.len; i++) {
		size_t at = r->open.len;

		while (at > 0 && strcmp(r->open.items[at - 1].rule, content->rules.items[i]) != 0)
			at--;
		if (!at) {
			trouble(r, words, arena_printf(r->arena, "'ignore-end[%s]' without its 'ignore-begin'",
						       content->rules.items[i]));
			continue;
		}
		r->open.items[at - 1].last = words->line;
		vec_push(r->arena, &r->out->all, r->open.items[at - 1]);
		memmove(&r->open.items[at - 1], &r->open.items[at], (r->open.len - at) * sizeof *r->open.items);
		r->open.len--;
	}
}

/* Behind "snag: ignore". */
static void read_ignore(struct reading *r, const struct words *words, const char *at)
{
	struct content content = { 0 };
	bool begin = takes(&at, words->end, "-begin"), end = !begin && takes(&at, words->end, "-end");
	bool file = !begin && !end && takes(&at, words->end, "-file");

	if (!read_list(r, words, &at, &content) || (!end && !read_reason(r, words, at, &content)))
		return;
	if (begin)
		begin_range(r, words, &content);
	else if (end)
		end_range(r, words, &content);
	else if (file)
		add(r, words, &content, (struct marker){ .scope = MARKER_FILE });
	else
		add(r, words, &content, here(r, words->comment));
}

/* NOLINT(snag-RULE), among other tools' checks; without one of ours it isn't meant for us. */
static void read_nolint(struct reading *r, const struct words *words, const char *at)
{
	bool next = takes(&at, words->end, "NEXTLINE");
	const char *close = memchr(at, ')', (size_t)(words->end - at));
	struct content content = { 0 };
	struct marker marker = { .scope = MARKER_LINE, .first = words->line + next, .last = words->line + next };
	char *list, *rest = NULL;

	if (at >= words->end || *at != '(' || !close)
		return;
	list = arena_strndup(r->arena, at + 1, (size_t)(close - at - 1));
	for (char *item = strtok_r(list, ", \t", &rest); item; item = strtok_r(NULL, ", \t", &rest))
		if (!strncmp(item, "snag-", 5) && !read_item(r, words, item + 5, &content))
			return;
	if (content.rules.len && read_reason(r, words, close + 1, &content))
		add(r, words, &content, marker);
}

/* Nearly ours: it must not look as if it did something. */
static bool is_slip(const char *at, const char *end)
{
	return takes(&at, end, "snag:ignore") || takes(&at, end, "snag-ignore") || takes(&at, end, "snag ignore[") ||
	       takes(&at, end, "snag : ignore");
}

static void read_line(struct reading *r, struct words words)
{
	const char *at = words.at;

	if (takes(&at, words.end, "snag:")) {
		const char *word = at;

		skip_blanks(&at, words.end);
		if (at > word && takes(&at, words.end, "ignore")) {
			read_ignore(r, &words, at);
			return;
		}
		trouble(r, &words, "unknown word behind 'snag:'" MEANT);
	} else if (is_slip(words.at, words.end))
		trouble(r, &words, "this suppresses nothing" MEANT);
	else if (takes(&at, words.end, "NOLINT"))
		read_nolint(r, &words, at);
}

/* Each line of a comment may begin with a marker. */
static void read_comment(struct reading *r, const struct comment *comment)
{
	const char *line = comment->start, *line_start = comment->line_start;
	const char *end = comment->start[1] == '*' && comment->end - comment->start >= 4 ? comment->end - 2 : comment->end;
	uint32_t number = comment->line;

	while (line < end) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		struct words words = { .comment = comment, .line = number, .end = stop ? stop : end };

		for (words.at = line; words.at < words.end && strchr(" \t/*!<", *words.at);)
			words.at++;
		while (words.end > words.at && strchr(" \t\r", words.end[-1]))
			words.end--;
		words.column = (uint32_t)(words.at - line_start) + 1;
		if (words.at < words.end)
			read_line(r, words);
		if (!stop)
			break;
		line = line_start = stop + 1;
		number++;
	}
}

static bool speaks_to_us(const char *text, size_t length)
{
	return memmem(text, length, "snag", 4) != NULL;
}

void markers_read(struct arena *arena, const char *text, size_t length, marker_rule *is_rule, const void *data,
		  struct markers *markers)
{
	struct reading r = { .arena = arena, .text = text, .end = text + length, .is_rule = is_rule, .data = data,
			     .out = markers };
	struct comments comments;
	struct comment comment;

	*markers = (struct markers){ 0 };
	if (!speaks_to_us(text, length))
		return;
	comments_begin(&comments, text, length);
	while (comments_next(&comments, &comment))
		if (speaks_to_us(comment.start, (size_t)(comment.end - comment.start)))
			read_comment(&r, &comment);
	for (size_t i = 0; i < r.open.len; i++) {
		const struct marker *marker = &r.open.items[i];
		struct marker_trouble row = { marker->line, marker->column, marker->column + 1, marker->rule,
					      arena_printf(arena, "'ignore-begin[%s]' has no end", marker->rule) };

		vec_push(arena, &markers->troubles, row);
	}
}
