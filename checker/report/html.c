/* One HTML page that needs nothing else: no script, no picture, no other file. */
#include "report/html.h"

#include "report/markup.h"

#include <stdarg.h>
#include <string.h>

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
	"<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
	":root { color-scheme: light dark; --line: #8884; --error: #d33; --warning: #c70; --note: #38c }\n"
	"body { font: 16px/1.5 sans-serif; max-width: 70em; margin: auto; padding: 1em }\n"
	"h2 { font-size: 1.1em; border-bottom: 1px solid var(--line); margin-top: 2em; overflow-wrap: anywhere }\n"
	"h3 { font-size: 1em; margin: 0 }\n"
	"article { border-left: .3em solid var(--note); padding-left: 1em; margin: 1.5em 0 }\n"
	"article.error { border-color: var(--error) } article.warning { border-color: var(--warning) }\n"
	"article.hidden { opacity: .6 }\n"
	".error h3 b { color: var(--error) } .warning h3 b { color: var(--warning) } .note h3 b { color: var(--note) }\n"
	"pre { tab-size: 8; overflow-x: auto; padding: .5em; border: 1px solid var(--line); margin: .3em 0 }\n"
	"pre i { font-style: normal; opacity: .5; user-select: none }\n"
	"mark { background: #fd08; color: inherit }\n"
	"em { border: 1px solid var(--line); border-radius: .5em; padding: 0 .4em; font-size: .8em }\n"
	".fix::before { content: \"fix: \"; font-weight: bold }\n"
	".more { font-size: .8em; opacity: .7 } p { margin: .3em 0 }\n"
	"td, th { text-align: left; padding-right: 1.5em }\n"
	"</style>\n";

static void add_text(struct strbuf *out, const char *format, va_list args)
{
	for (const char *at = format; *at; at++)
		if (*at != '%')
			strbuf_addch(out, *at);
		else if (*++at == 's')
			xml_add(out, va_arg(args, const char *));
		else if (*at == 'u')
			strbuf_addf(out, "%u", va_arg(args, unsigned));
		else if (!strncmp(at, "zu", 2) && at++)
			strbuf_addf(out, "%zu", va_arg(args, size_t));
		else
			bug(__FILE__, __LINE__, "a conversion that html_addf knows");
}

void html_addf(struct strbuf *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_text(out, format, args);
	va_end(args);
}

/* Paragraphs with an empty line between. */
static void add_paragraphs(struct strbuf *out, const char *title, const char *text)
{
	html_addf(out, "<h4>%s</h4>\n", title);
	while (*text) {
		const char *end = strstr(text, "\n\n");
		size_t length = end ? (size_t)(end - text) : strlen(text);
		struct strbuf part = { 0 };

		strbuf_add(&part, text, length);
		html_addf(out, "<p>%s</p>\n", strbuf_text(&part));
		strbuf_release(&part);
		text += length + (end ? 2 : 0);
	}
}

static void add_list(struct strbuf *out, const char *title, const char *lines)
{
	html_addf(out, "<h4>%s</h4>\n<ul>\n", title);
	while (*lines) {
		size_t length = strcspn(lines, "\n");
		struct strbuf line = { 0 };

		strbuf_add(&line, lines, length);
		html_addf(out, "<li>%s</li>\n", strbuf_text(&line));
		strbuf_release(&line);
		lines += length + (lines[length] == '\n');
	}
	strbuf_addstr(out, "</ul>\n");
}

static void add_measured(struct strbuf *out, const struct report_run *run, const char *bench)
{
	bool any = false;

	for (size_t i = 0; bench && i < run->measured_count; i++) {
		const struct report_measured *row = &run->measured[i];

		if (strcmp(row->bench, bench) != 0)
			continue;
		if (!any)
			html_addf(out, "<h4>Measured (%s)</h4>\n<ul>\n", row->machine);
		any = true;
		html_addf(out, "<li><em>%s</em> %s%s%s</li>\n", row->verdict, row->text, row->note[0] ? "; " : "", row->note);
	}
	if (any)
		strbuf_addstr(out, "</ul>\n");
}

static void add_rule(struct strbuf *out, const struct report_run *run, const struct rule_info *rule)
{
	html_addf(out, "<details id=\"%s\">\n<summary><b>%s</b>: %s</summary>\n", rule->id, rule->id, rule->summary);
	add_paragraphs(out, "Why", rule->why);
	add_paragraphs(out, "What to do", rule->fix);
	add_paragraphs(out, "What it does not see", rule->limits);
	if (rule->references && rule->references[0])
		add_list(out, "See also", rule->references);
	add_measured(out, run, rule->bench);
	strbuf_addstr(out, "</details>\n");
}

/* How many findings there are of a rule, or of all (NULL); suppressed ones apart. */
struct tally {
	size_t levels[3], suppressed;
};

static struct tally tally(const struct report_run *run, const struct rule_info *rule)
{
	struct tally tally = { 0 };

	for (size_t i = 0; i < run->count; i++) {
		const struct finding *finding = run->findings[i];

		if (rule && strcmp(finding->rule->id, rule->id) != 0)
			continue;
		if (finding->suppressed)
			tally.suppressed++;
		else
			tally.levels[finding->level]++;
	}
	return tally;
}

static size_t total(const struct tally *tally)
{
	return tally->levels[LEVEL_ERROR] + tally->levels[LEVEL_WARNING] + tally->levels[LEVEL_NOTE];
}

static void add_head(struct strbuf *out, const struct report_run *run)
{
	struct tally all = tally(run, NULL);
	size_t count = total(&all);

	strbuf_addstr(out, head);
	html_addf(out, "<title>snag: %zu finding%s</title>\n</head>\n<body>\n<h1>snag: %zu finding%s</h1>\n", count,
		  count == 1 ? "" : "s", count, count == 1 ? "" : "s");
	if (run->commit)
		html_addf(out, "<p>commit <code>%s</code>%s%s</p>\n", run->commit, run->branch ? " on " : "",
			  run->branch ? run->branch : "");
	strbuf_addstr(out, "<table>\n<tr><th>rule</th><th>error</th><th>warning</th><th>note</th><th>suppressed</th></tr>\n");
	for (size_t i = 0; i < run->rule_count; i++) {
		struct tally of_rule = tally(run, run->rules[i]);

		if (total(&of_rule) + of_rule.suppressed)
			html_addf(out, "<tr><td><a href=\"#%s\">%s</a></td><td>%zu</td><td>%zu</td><td>%zu</td><td>%zu</td>"
				  "</tr>\n", run->rules[i]->id, run->rules[i]->id, of_rule.levels[LEVEL_ERROR],
				  of_rule.levels[LEVEL_WARNING], of_rule.levels[LEVEL_NOTE], of_rule.suppressed);
	}
	strbuf_addstr(out, "</table>\n");
}

static void add_gaps(struct strbuf *out, const struct report_run *run, const struct report_options *options)
{
	if (!run->gap_count)
		return;
	strbuf_addstr(out, "<h2>Not all was analysed</h2>\n<ul>\n");
	for (size_t i = 0; i < run->gap_count; i++)
		html_addf(out, "<li><code>%s</code>: %s: %s</li>\n", report_path(options, run->gaps[i].file),
			  run->gaps[i].in_part ? "analysed in part" : "not analysed", run->gaps[i].note);
	strbuf_addstr(out, "</ul>\n");
}

static bool put_findings(FILE *out, struct strbuf *buf, const struct report_run *run,
			 const struct report_options *options, struct err *err)
{
	struct sources sources = { 0 };
	const char *path = "";
	bool ok = true;

	for (size_t i = 0; ok && i < run->count; i++) {
		if (strcmp(path, run->findings[i]->path) != 0)
			html_addf(buf, "<h2>%s</h2>\n", report_path(options, run->findings[i]->path));
		path = run->findings[i]->path;
		html_add_finding(buf, run->findings[i], options, &sources);
		ok = report_put(out, buf, err);
	}
	sources_release(&sources);
	return ok;
}

bool report_html(FILE *out, const struct report_run *run, const struct report_options *options, struct err *err)
{
	struct strbuf buf = { 0 };
	bool ok;

	add_head(&buf, run);
	add_gaps(&buf, run, options);
	ok = put_findings(out, &buf, run, options, err);
	strbuf_addstr(&buf, "<h2>Rules</h2>\n");
	for (size_t i = 0; i < run->rule_count; i++)
		add_rule(&buf, run, run->rules[i]);
	strbuf_addstr(&buf, "</body>\n</html>\n");
	ok = ok && report_put(out, &buf, err) && report_flush(out, err);
	strbuf_release(&buf);
	return ok;
}
