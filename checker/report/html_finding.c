/* One finding in the HTML report. */
#include "report/html.h"

#include "report/markup.h"

#include <string.h>

/* Lines shown above and below the place. */
#define CONTEXT 2
/* Of a longer line only the beginning is shown. */
#define LINE_LIMIT 500

/* A part of a source line; tabs stay tabs. */
static void add_source(struct strbuf *out, const char *text, size_t length)
{
	struct strbuf part = { 0 };

	while (length > 0) {
		const char *tab = memchr(text, '\t', length), *nul = memchr(text, '\0', length);
		size_t taken = tab ? (size_t)(tab - text) : length;

		if (nul && (size_t)(nul - text) < taken)
			taken = (size_t)(nul - text);
		strbuf_cut(&part, 0);
		strbuf_add(&part, text, taken);
		xml_add(out, strbuf_text(&part));
		if (taken < length)
			strbuf_addstr(out, text[taken] == '\t' ? "\t" : "\\x00");
		taken += taken < length;
		text += taken;
		length -= taken;
	}
	strbuf_release(&part);
}

/* The part of a line that belongs to the place: none, where begin is end. */
static void find_part(const struct place *place, uint32_t number, size_t length, size_t *begin, size_t *end)
{
	*begin = *end = 0;
	if (number < place->line || number > place->end_line || !place->column)
		return;
	*begin = number == place->line ? place->column - 1 : 0;
	*end = number == place->end_line && place->end_column ? place->end_column - 1 : length;
	*begin = *begin < length ? *begin : length;
	*end = *end < length ? *end : length;
	if (*end < *begin)
		*end = *begin;
}

static void add_excerpt(struct strbuf *out, const struct place *place, struct sources *sources, uint32_t context)
{
	uint32_t first = place->line > context ? place->line - context : 1, last = place->line + context;
	const char *line;
	size_t length, begin, end;

	if (!sources_line(sources, place->file, place->line, &line, &length))
		return;
	strbuf_addstr(out, "<pre>");
	for (uint32_t number = first; number <= last && sources_line(sources, place->file, number, &line, &length);
	     number++) {
		length = length < LINE_LIMIT ? length : LINE_LIMIT;
		find_part(place, number, length, &begin, &end);
		strbuf_addf(out, "<i>%5u</i> ", number);
		add_source(out, line, begin);
		if (begin < end) {
			strbuf_addstr(out, "<mark>");
			add_source(out, line + begin, end - begin);
			strbuf_addstr(out, "</mark>");
		}
		add_source(out, line + end, length - end);
		strbuf_addch(out, '\n');
	}
	strbuf_addstr(out, "</pre>\n");
}

static void add_steps(struct strbuf *out, const struct finding *finding, const struct report_options *options,
		      struct sources *sources)
{
	if (!finding->steps.len)
		return;
	strbuf_addstr(out, "<ol>\n");
	for (size_t i = 0; i < finding->steps.len; i++) {
		const struct step *step = &finding->steps.items[i];

		strbuf_addstr(out, "<li>");
		html_addf(out, "%s", step->message);
		strbuf_addstr(out, " <code>");
		html_addf(out, "%s:%u:%u", report_path(options, step->place.file), step->place.line, step->place.column);
		strbuf_addstr(out, "</code>");
		add_excerpt(out, &step->place, sources, 0);
		strbuf_addstr(out, "</li>\n");
	}
	strbuf_addstr(out, "</ol>\n");
}

static void add_rest(struct strbuf *out, const struct finding *finding)
{
	if (finding->fix && finding->fix[0])
		html_addf(out, "<p class=\"fix\">%s</p>\n", finding->fix);
	if (finding->suppressed)
		html_addf(out, "<p class=\"reason\">suppressed, %s (%s): %s%s%s</p>\n", finding->suppressed->kind,
			  finding->suppressed->source, finding->suppressed->reason,
			  finding->suppressed->until ? ", until " : "",
			  finding->suppressed->until ? finding->suppressed->until : "");
	strbuf_addstr(out, "<p class=\"more\">");
	if (finding->function[0])
		html_addf(out, "in <code>%s</code>; ", finding->function);
	for (size_t i = 0; i < finding->programs.len; i++)
		html_addf(out, "%s<code>%s</code>%s", i ? ", " : "program ", finding->programs.items[i],
			  i + 1 == finding->programs.len ? "; " : "");
	html_addf(out, "confidence: %s; id %s/%u</p>\n", confidence_name(finding->confidence), finding->id.full,
		  finding->ordinal);
}

void html_add_finding(struct strbuf *out, const struct finding *finding, const struct report_options *options,
		      struct sources *sources)
{
	const struct place *place = &finding->place;

	html_addf(out, "<article id=\"%s-%u\" class=\"%s%s\">\n<h3><b>%s</b> %s <a href=\"#%s\">%s</a>",
		  finding->id.full, finding->ordinal, level_name(finding->level), finding->suppressed ? " hidden" : "",
		  level_name(finding->level), finding->message, finding->rule->id, finding->rule->id);
	if (finding->state)
		html_addf(out, " <em>%s</em>", state_name(finding->state));
	html_addf(out, "</h3>\n<p><code>%s:%u:%u</code></p>\n", report_path(options, finding->path), place->line,
		  place->column);
	add_excerpt(out, place, sources, CONTEXT);
	add_steps(out, finding, options, sources);
	add_rest(out, finding);
	strbuf_addstr(out, "</article>\n");
}
