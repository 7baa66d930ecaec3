/* Findings for people, in gcc's words, so that editors and CI read them too. */
#include "report/formats.h"

#include "report/excerpt.h"
#include "report/utf8.h"

#include <locale.h>

/* Of the identity: enough to name a finding by hand. */
#define SHORT_ID 8

/* gcc's own palette; all "" without colour. */
struct palette {
	const char *place, *note, *levels[3], *plain;
};

static const struct palette colors = {
	.place = "\033[1m",
	.note = "\033[1;36m",
	.levels = { [LEVEL_NOTE] = "\033[1;36m", [LEVEL_WARNING] = "\033[1;35m", [LEVEL_ERROR] = "\033[1;31m" },
	.plain = "\033[0m",
};
static const struct palette no_colors = { "", "", { "", "", "" }, "" };

/* `FILE:LINE:COL: LEVEL: MESSAGE`, without the line's end. */
static void add_head(struct strbuf *out, const struct palette *palette, const char *file, const struct place *place,
		     const char *level_color, const char *level, const char *message)
{
	strbuf_addstr(out, palette->place);
	utf8_show_all(out, file);
	strbuf_addf(out, ":%u:%u:%s %s%s:%s ", place->line, place->column, palette->plain, level_color, level,
		    palette->plain);
	utf8_show_all(out, message);
}

static void add_decision(struct strbuf *out, const char *head, const struct suppression *decision)
{
	strbuf_addstr(out, head);
	if (decision->author && decision->author[0]) {
		strbuf_addstr(out, " by ");
		utf8_show_all(out, decision->author);
	}
}

/* What was decided about it, and what it was before somebody edited it. */
static void add_history(struct strbuf *out, const struct finding *finding)
{
	if (finding->was)
		strbuf_addf(out, "    = edited, was %.*s\n", SHORT_ID, finding->was);
	if (finding->suppressed) {
		add_decision(out, "    = suppressed", finding->suppressed);
		strbuf_addf(out, " (%s, %s", finding->suppressed->source, finding->suppressed->kind);
		if (finding->suppressed->until)
			strbuf_addf(out, ", until %s", finding->suppressed->until);
		strbuf_addstr(out, "): ");
		utf8_show_all(out, finding->suppressed->reason);
		strbuf_addch(out, '\n');
	}
	if (finding->expired) {
		add_decision(out, "    = suppression", finding->expired);
		strbuf_addf(out, " ran out on %s: ", finding->expired->until);
		utf8_show_all(out, finding->expired->reason);
		strbuf_addch(out, '\n');
	}
}

static void add_finding(struct strbuf *out, const struct finding *finding, const struct report_options *options,
			struct sources *sources)
{
	const struct palette *palette = options->color ? &colors : &no_colors;
	const char *color = palette->levels[finding->level];

	add_head(out, palette, report_path(options, finding->path), &finding->place, color,
		 level_name(finding->level), finding->message);
	strbuf_addf(out, " [%s%s%s]\n", color, finding->rule->id, palette->plain);
	excerpt_add(out, sources, &finding->place, color, palette->plain);
	for (size_t i = 0; i < finding->steps.len; i++) {
		const struct step *step = &finding->steps.items[i];

		add_head(out, palette, report_path(options, step->place.file), &step->place, palette->note, "note",
			 step->message);
		strbuf_addch(out, '\n');
	}
	if (finding->fix && finding->fix[0]) {
		strbuf_addstr(out, "    = fix: ");
		utf8_show_all(out, finding->fix);
		strbuf_addch(out, '\n');
	}
	add_history(out, finding);
	strbuf_addf(out, "    = see: snag explain %s   id: %.*s\n", finding->rule->id, SHORT_ID, finding->id.full);
}

bool report_text(FILE *out, const struct report_run *run, const struct report_options *options, struct err *err)
{
	/* For wcwidth alone, and for this thread alone: columns don't depend on the user's locale. */
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = uselocale(utf8);
	struct sources sources = { 0 };
	struct strbuf buf = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < run->count; i++) {
		if (run->findings[i]->suppressed && !options->show_suppressed)
			continue;
		add_finding(&buf, run->findings[i], options, &sources);
		ok = report_put(out, &buf, err);
	}
	ok = ok && report_flush(out, err);
	sources_release(&sources);
	strbuf_release(&buf);
	uselocale(before);
	if (utf8)
		freelocale(utf8);
	return ok;
}
