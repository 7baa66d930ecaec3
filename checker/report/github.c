/* Workflow commands of GitHub Actions, which shows them beside the source lines of a pull request. */
#include "report/formats.h"

#include "report/utf8.h"

#include <string.h>

/* So many of one level GitHub shows of a step, and drops the others. */
#define SHOWN_LIMIT 10

static void add_escaped(struct strbuf *out, const char *text, const char *special)
{
	struct strbuf shown = { 0 };

	utf8_show_all(&shown, text);
	for (const char *c = strbuf_text(&shown); *c; c++)
		if (strchr(special, *c))
			strbuf_addf(out, "%%%02X", (unsigned char)*c);
		else
			strbuf_addch(out, *c);
	strbuf_release(&shown);
}

static void add_text(struct strbuf *out, const char *text)
{
	add_escaped(out, text, "%");
}

static void add_property(struct strbuf *out, const char *text)
{
	add_escaped(out, text, "%:,");
}

static const char *command_name(enum level level)
{
	return level == LEVEL_NOTE ? "notice" : level_name(level);
}

static void add_finding(struct strbuf *out, const struct finding *finding, const struct report_options *options)
{
	const struct place *place = &finding->place;

	strbuf_addf(out, "::%s file=", command_name(finding->level));
	add_property(out, report_path(options, finding->path));
	strbuf_addf(out, ",line=%u,endLine=%u", place->line, place->end_line);
	/* Columns with several lines make the whole annotation invalid. */
	if (place->line == place->end_line)
		strbuf_addf(out, ",col=%u,endColumn=%u", place->column, place->end_column);
	strbuf_addf(out, ",title=%s::", finding->rule->id);
	add_text(out, finding->message);
	for (size_t i = 0; i < finding->steps.len; i++) {
		const struct step *step = &finding->steps.items[i];

		strbuf_addstr(out, "%0A");
		add_text(out, report_path(options, step->place.file));
		strbuf_addf(out, ":%u: ", step->place.line);
		add_text(out, step->message);
	}
	if (finding->fix && finding->fix[0]) {
		strbuf_addstr(out, "%0Afix: ");
		add_text(out, finding->fix);
	}
	strbuf_addch(out, '\n');
}

static bool put_some(FILE *out, const struct report_run *run, const struct report_options *options, bool notes,
		     bool are_new, size_t shown[3], struct err *err)
{
	struct strbuf buf = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < run->count; i++) {
		const struct finding *finding = run->findings[i];

		if (finding->suppressed || (finding->level == LEVEL_NOTE) != notes || report_is_new(finding) != are_new)
			continue;
		shown[finding->level]++;
		add_finding(&buf, finding, options);
		ok = report_put(out, &buf, err);
	}
	strbuf_release(&buf);
	return ok;
}

static size_t beyond_limit(const size_t shown[3])
{
	size_t more = 0;

	for (enum level level = LEVEL_WARNING; level <= LEVEL_ERROR; level++)
		more += shown[level] > SHOWN_LIMIT ? shown[level] - SHOWN_LIMIT : 0;
	return more;
}

/* The new ones first, and what tells of the hidden ones before the notes, for it is a notice itself. */
bool report_github(FILE *out, const struct report_run *run, const struct report_options *options, struct err *err)
{
	struct strbuf buf = { 0 };
	size_t shown[3] = { 0 };
	bool ok = put_some(out, run, options, false, true, shown, err) &&
		  put_some(out, run, options, false, false, shown, err);

	if (ok && beyond_limit(shown)) {
		strbuf_addf(&buf, "::notice title=snag::%zu more: GitHub shows %d warnings and %d errors of a step\n",
			    beyond_limit(shown), SHOWN_LIMIT, SHOWN_LIMIT);
		ok = report_put(out, &buf, err);
	}
	ok = ok && put_some(out, run, options, true, true, shown, err) &&
	     put_some(out, run, options, true, false, shown, err) && report_flush(out, err);
	strbuf_release(&buf);
	return ok;
}
