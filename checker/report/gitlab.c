/* GitLab's code quality report: one JSON array, shown in merge requests. */
#include "report/formats.h"

#include "report/json.h"

static const char *severity(enum level level)
{
	static const char *const names[] = { [LEVEL_NOTE] = "info", [LEVEL_WARNING] = "major", [LEVEL_ERROR] = "critical" };

	return names[level];
}

/* The rule stands in the description, since GitLab doesn't show `check_name`. */
static json_t *description(const struct finding *finding)
{
	struct strbuf buf = { 0 };
	json_t *text;

	strbuf_addf(&buf, "%s: %s", finding->rule->id, finding->message);
	text = json_text(buf.text);
	strbuf_release(&buf);
	return text;
}

static json_t *object_of(const struct finding *finding, const struct report_options *options)
{
	return json_pack("{s:o, s:s, s:o, s:s, s:{s:o, s:{s:I, s:I}}}",
		"description", description(finding),
		"check_name", finding->rule->id,
		"fingerprint", json_sprintf("%s/%u", finding->id.full, finding->ordinal),
		"severity", severity(finding->level),
		"location", "path", json_text(report_path(options, finding->path)),
		"lines", "begin", (json_int_t)finding->place.line, "end", (json_int_t)finding->place.end_line);
}

bool report_gitlab(FILE *out, const struct report_run *run, const struct report_options *options, struct err *err)
{
	const char *before = "[\n";
	struct strbuf buf = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < run->count; i++) {
		if (run->findings[i]->suppressed)
			continue;
		strbuf_addstr(&buf, before);
		json_add(&buf, object_of(run->findings[i], options));
		ok = report_put(out, &buf, err);
		before = ",\n";
	}
	strbuf_addstr(&buf, before[0] == '[' ? "[]\n" : "\n]\n");
	ok = ok && report_put(out, &buf, err) && report_flush(out, err);
	strbuf_release(&buf);
	return ok;
}
