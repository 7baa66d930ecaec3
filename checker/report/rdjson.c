/* reviewdog's diagnostics: one JSON object. Its columns are bytes from 1, as ours are. */
#include "report/formats.h"

#include "report/json.h"

static const char *severity(enum level level)
{
	static const char *const names[] = { [LEVEL_NOTE] = "INFO", [LEVEL_WARNING] = "WARNING", [LEVEL_ERROR] = "ERROR" };

	return names[level];
}

static json_t *range(const struct place *place)
{
	return json_pack("{s:{s:I, s:I}, s:{s:I, s:I}}",
		"start", "line", (json_int_t)place->line, "column", (json_int_t)place->column,
		"end", "line", (json_int_t)place->end_line, "column", (json_int_t)place->end_column);
}

static json_t *location(const struct place *place, const char *path)
{
	return json_pack("{s:o, s:o}", "path", json_text(path), "range", range(place));
}

/* reviewdog offers each as a change of its own: only where one is all. */
static json_t *suggestions(const struct remedy *remedy)
{
	json_t *array = json_array();

	if (remedy->kind == REMEDY_SAFE && remedy->edits.len == 1)
		json_push(array, json_pack("{s:o, s:o}",
			"range", range(&remedy->edits.items[0].place),
			"text", json_text(remedy->edits.items[0].text)));
	return array;
}

static json_t *related(const struct finding *finding, const struct report_options *options)
{
	json_t *array = json_array();

	for (size_t i = 0; i < finding->steps.len; i++) {
		const struct step *step = &finding->steps.items[i];

		json_push(array, json_pack("{s:o, s:o}",
			"message", json_text(step->message),
			"location", location(&step->place, report_path(options, step->place.file))));
	}
	return array;
}

static json_t *object_of(const struct finding *finding, const struct report_options *options)
{
	return json_pack("{s:o, s:o, s:s, s:{s:s}, s:o, s:o}",
		"message", json_text(finding->message),
		"location", location(&finding->place, report_path(options, finding->path)),
		"severity", severity(finding->level),
		"code", "value", finding->rule->id,
		"suggestions", suggestions(&finding->remedy),
		"related_locations", related(finding, options));
}

bool report_rdjson(FILE *out, const struct report_run *run, const struct report_options *options, struct err *err)
{
	const char *before = "{\"source\":{\"name\":\"snag\"},\"diagnostics\":[\n";
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
	strbuf_addf(&buf, "%s\n]}\n", before[0] == '{' ? before : "");
	ok = ok && report_put(out, &buf, err) && report_flush(out, err);
	strbuf_release(&buf);
	return ok;
}
