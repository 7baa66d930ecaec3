/* Findings for machines: one JSON object a line, its keys always in the same order. */
#include "report/formats.h"

#include "report/json.h"

/* Rises when a key changes its meaning or goes. */
#define JSONL_SCHEMA 1

static json_t *programs(const struct finding *finding)
{
	json_t *array = json_array();

	for (size_t i = 0; i < finding->programs.len; i++)
		json_push(array, json_text(finding->programs.items[i]));
	return array;
}

static json_t *steps(const struct finding *finding, const struct report_options *options)
{
	json_t *array = json_array();

	for (size_t i = 0; i < finding->steps.len; i++) {
		const struct step *step = &finding->steps.items[i];
		json_t *object = json_pack("{s:o, s:I, s:I, s:o}",
			"file", json_text(report_path(options, step->place.file)),
			"line", (json_int_t)step->place.line,
			"column", (json_int_t)step->place.column,
			"message", json_text(step->message));

		json_push(array, object);
	}
	return array;
}

static json_t *suppressed(const struct suppression *suppression)
{
	if (!suppression)
		return json_null();
	return json_pack("{s:s, s:s, s:o, s:s?, s:o}",
		"source", suppression->source,
		"kind", suppression->kind,
		"reason", json_text(suppression->reason),
		"until", suppression->until,
		"author", json_text(suppression->author));
}

static json_t *object_of(const struct finding *finding, const struct report_options *options)
{
	const struct place *place = &finding->place;

	return json_pack("{s:i, s:o, s:s, s:s, s:o, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:s}",
		"schema", JSONL_SCHEMA,
		"id", json_sprintf("%s/%u", finding->id.full, finding->ordinal),
		"rule", finding->rule->id,
		"level", level_name(finding->level),
		"file", json_text(report_path(options, finding->path)),
		"line", (json_int_t)place->line,
		"column", (json_int_t)place->column,
		"end_line", (json_int_t)place->end_line,
		"end_column", (json_int_t)place->end_column,
		"function", json_text(finding->function),
		"message", json_text(finding->message),
		"fix", json_text(finding->fix),
		"state", state_name(finding->state),
		"suppressed", suppressed(finding->suppressed),
		"programs", programs(finding),
		"steps", steps(finding, options),
		"confidence", confidence_name(finding->confidence));
}

bool report_jsonl(FILE *out, const struct report_run *run, const struct report_options *options, struct err *err)
{
	struct strbuf buf = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < run->count; i++) {
		json_add(&buf, object_of(run->findings[i], options));
		strbuf_addch(&buf, '\n');
		ok = report_put(out, &buf, err);
	}
	ok = ok && report_flush(out, err);
	strbuf_release(&buf);
	return ok;
}
