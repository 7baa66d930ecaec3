/* Escapes for XML, HTML and Markdown. */
#include "report/markup.h"

#include "report/utf8.h"

#include <string.h>

static const char *entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;"; /* "]]>" is forbidden, too */
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

/* Code points that UTF-8 knows and XML forbids: U+FFFE and U+FFFF. */
static bool is_forbidden(const char *text)
{
	return !strncmp(text, "\xef\xbf\xbe", 3) || !strncmp(text, "\xef\xbf\xbf", 3);
}

void xml_add(struct strbuf *out, const char *text)
{
	struct strbuf shown = { 0 };

	utf8_show_all(&shown, text);
	for (const char *c = strbuf_text(&shown); *c; c++) {
		const char *escaped = entity(*c);

		if (is_forbidden(c)) {
			strbuf_addstr(out, c[2] == '\xbe' ? "&lt;U+FFFE&gt;" : "&lt;U+FFFF&gt;");
			c += 2;
		} else if (escaped) {
			strbuf_addstr(out, escaped);
		} else {
			strbuf_addch(out, *c);
		}
	}
	strbuf_release(&shown);
}

void markdown_add(struct strbuf *out, const char *text)
{
	struct strbuf shown = { 0 };

	utf8_show_all(&shown, text);
	for (const char *c = strbuf_text(&shown); *c; c++)
		if (*c == '<' || *c == '&') {
			strbuf_addstr(out, entity(*c));
		} else {
			if (strchr("\\`*_[]#|~>@", *c))
				strbuf_addch(out, '\\');
			strbuf_addch(out, *c);
		}
	strbuf_release(&shown);
}

void markdown_add_paragraphs(struct strbuf *out, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		struct strbuf line = { 0 };

		strbuf_add(&line, text, length);
		markdown_add(out, strbuf_text(&line));
		strbuf_release(&line);
		text += length;
		if (*text) {
			strbuf_addch(out, '\n');
			text++;
		}
	}
}
