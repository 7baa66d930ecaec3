/* JUnit's XML, as Jenkins and others read it: a suite a file, a failed case a finding. */
#include "report/formats.h"

#include "report/markup.h"

#include <string.h>

static void add_attribute(struct strbuf *out, const char *name, const char *text)
{
	strbuf_addf(out, " %s=\"", name);
	xml_add(out, text);
	strbuf_addch(out, '"');
}

static void add_case(struct strbuf *out, const struct finding *finding, const struct report_options *options)
{
	const char *path = report_path(options, finding->path);
	const struct place *place = &finding->place;

	strbuf_addf(out, "    <testcase name=\"%s at %u:%u\"", finding->rule->id, place->line, place->column);
	add_attribute(out, "classname", path);
	strbuf_addf(out, ">\n      <failure type=\"%s\"", level_name(finding->level));
	add_attribute(out, "message", finding->message);
	strbuf_addch(out, '>');
	xml_add(out, path);
	strbuf_addf(out, ":%u:%u: %s: ", place->line, place->column, level_name(finding->level));
	xml_add(out, finding->message);
	for (size_t i = 0; i < finding->steps.len; i++) {
		const struct step *step = &finding->steps.items[i];

		strbuf_addch(out, '\n');
		xml_add(out, report_path(options, step->place.file));
		strbuf_addf(out, ":%u:%u: note: ", step->place.line, step->place.column);
		xml_add(out, step->message);
	}
	if (finding->fix && finding->fix[0]) {
		strbuf_addstr(out, "\nfix: ");
		xml_add(out, finding->fix);
	}
	strbuf_addstr(out, "</failure>\n    </testcase>\n");
}

/* The findings of one file from `begin` on; gives the end. */
static size_t add_suite(struct strbuf *out, const struct report_run *run, const struct report_options *options,
			size_t begin)
{
	const char *path = run->findings[begin]->path;
	size_t end = begin, count = 0;

	for (; end < run->count && !strcmp(run->findings[end]->path, path); end++)
		count += !run->findings[end]->suppressed;
	if (!count)
		return end;
	strbuf_addstr(out, "  <testsuite");
	add_attribute(out, "name", report_path(options, path));
	strbuf_addf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n", count, count);
	for (size_t i = begin; i < end; i++)
		if (!run->findings[i]->suppressed)
			add_case(out, run->findings[i], options);
	strbuf_addstr(out, "  </testsuite>\n");
	return end;
}

static size_t lost_count(const struct report_run *run)
{
	size_t lost = 0;

	for (size_t i = 0; i < run->gap_count; i++)
		lost += !run->gaps[i].in_part;
	return lost;
}

/* The run itself: passes where it is whole, so that a clean one doesn't look as if nothing had been tested. */
static void add_run(struct strbuf *out, const struct report_run *run, const struct report_options *options, size_t lost)
{
	strbuf_addf(out, "  <testsuite name=\"snag\" tests=\"%zu\" failures=\"0\" errors=\"%zu\">\n", lost ? lost : 1, lost);
	for (size_t i = 0; i < run->gap_count; i++) {
		if (run->gaps[i].in_part)
			continue;
		strbuf_addstr(out, "    <testcase");
		add_attribute(out, "name", report_path(options, run->gaps[i].file));
		strbuf_addstr(out, " classname=\"snag\">\n      <error type=\"not analysed\"");
		add_attribute(out, "message", run->gaps[i].note);
		strbuf_addstr(out, "/>\n    </testcase>\n");
	}
	if (!lost)
		strbuf_addstr(out, "    <testcase name=\"every file was analysed\" classname=\"snag\"/>\n");
	strbuf_addstr(out, "  </testsuite>\n");
}

bool report_junit(FILE *out, const struct report_run *run, const struct report_options *options, struct err *err)
{
	size_t failures = 0, lost = lost_count(run);
	struct strbuf buf = { 0 };
	bool ok = true;

	for (size_t i = 0; i < run->count; i++)
		failures += !run->findings[i]->suppressed;
	strbuf_addf(&buf, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"snag\" tests=\"%zu\" failures=\"%zu\" "
		    "errors=\"%zu\">\n", failures + (lost ? lost : 1), failures, lost);
	add_run(&buf, run, options, lost);
	for (size_t i = 0; ok && i < run->count;) {
		i = add_suite(&buf, run, options, i);
		ok = report_put(out, &buf, err);
	}
	strbuf_addstr(&buf, "</testsuites>\n");
	ok = ok && report_put(out, &buf, err) && report_flush(out, err);
	strbuf_release(&buf);
	return ok;
}
