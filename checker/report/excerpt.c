/* Source lines: made safe to show, and underlined in the right columns. */
#include "report/excerpt.h"

#include "report/utf8.h"

/* A longer line would fill the screen and show nothing. */
#define LINE_LIMIT 500
#define TAB_STOP 8

static void add_repeated(struct strbuf *out, char c, int count)
{
	for (int i = 0; i < count; i++)
		strbuf_addch(out, c);
}

/* The underlined part of the line, in bytes from 0: to its end where it goes on below. */
struct span {
	size_t begin, end;
};

static bool find_span(const struct place *place, size_t length, struct span *span)
{
	if (!length || !place->column || place->column > length)
		return false;
	span->begin = place->column - 1;
	span->end = length;
	if (place->end_line <= place->line && place->end_column <= length)
		span->end = place->end_column > place->column ? place->end_column - 1 : place->column;
	return true;
}

/*
 * Both lines side by side. Before the span a tab stays a tab, so that it is as
 * wide as the one above it; inside it is as many carets as it reaches over.
 */
static void add_columns(struct strbuf *shown, struct strbuf *carets, const char *line, size_t length,
			const struct span *span, int column)
{
	char mark = '^';
	size_t taken;

	for (size_t i = 0; i < length; i += taken) {
		bool tab = line[i] == '\t';
		int width = TAB_STOP - column % TAB_STOP;

		if (tab) {
			strbuf_addch(shown, '\t');
			taken = 1;
		} else {
			width = utf8_show(shown, line + i, length - i, &taken);
		}
		column += width;
		if (i + taken <= span->begin) {
			add_repeated(carets, tab ? '\t' : ' ', tab ? 1 : width);
		} else if (i < span->end && width > 0) {
			strbuf_addch(carets, mark);
			add_repeated(carets, '~', width - 1);
			mark = '~';
		}
	}
}

void excerpt_add(struct strbuf *out, struct sources *sources, const struct place *place, const char *color,
		 const char *plain)
{
	struct strbuf carets = { 0 }, gutter = { 0 };
	struct span span;
	const char *line;
	size_t length;

	if (!sources_line(sources, place->file, place->line, &line, &length) || length > LINE_LIMIT ||
	    !find_span(place, length, &span))
		return;
	strbuf_addf(&gutter, "%5u | ", place->line);
	strbuf_addstr(out, gutter.text);
	strbuf_addstr(&carets, color);
	add_columns(out, &carets, line, length, &span, (int)gutter.len);
	strbuf_addf(out, "\n%*s| %s%s\n", (int)gutter.len - 2, "", strbuf_text(&carets), plain);
	strbuf_release(&carets);
	strbuf_release(&gutter);
}
