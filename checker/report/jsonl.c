/* Findings for machines: one JSON object a line, its keys always in the same order. */
#include "report/formats.h"

#include "report/utf8.h"

#include <jansson.h>
#include <stdlib.h>

/* Rises when a key changes its meaning or goes. */
#define JSONL_SCHEMA 1

/* JSON is UTF-8 throughout; names of files needn't be. */
static json_t *text(const char *bytes)
{
	struct strbuf buf = { 0 };
	json_t *string;

	utf8_repair(&buf, bytes ? bytes : "");
	string = json_string(strbuf_text(&buf));
	strbuf_release(&buf);
	return string;
}

static json_t *programs(const struct finding *finding)
{
	json_t *array = json_array();

	for (size_t i = 0; i < finding->programs.len; i++)
		BUG_IF(json_array_append_new(array, text(finding->programs.items[i])) != 0);
	return array;
}

static json_t *steps(const struct finding *finding, const struct report_options *options)
{
	json_t *array = json_array();

	for (size_t i = 0; i < finding->steps.len; i++) {
		const struct step *step = &finding->steps.items[i];
		json_t *object = json_pack("{s:o, s:I, s:I, s:o}",
			"file", text(report_path(options, step->place.file)),
			"line", (json_int_t)step->place.line,
			"column", (json_int_t)step->place.column,
			"message", text(step->message));

		BUG_IF(json_array_append_new(array, object) != 0);
	}
	return array;
}

static json_t *object_of(const struct finding *finding, const struct report_options *options)
{
	const struct place *place = &finding->place;

	return json_pack("{s:i, s:o, s:s, s:s, s:o, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:s, s:n, s:o, s:o, s:s}",
		"schema", JSONL_SCHEMA,
		"id", json_sprintf("%s/%u", finding->id.full, finding->ordinal),
		"rule", finding->rule->id,
		"level", level_name(finding->level),
		"file", text(report_path(options, finding->path)),
		"line", (json_int_t)place->line,
		"column", (json_int_t)place->column,
		"end_line", (json_int_t)place->end_line,
		"end_column", (json_int_t)place->end_column,
		"function", text(finding->function),
		"message", text(finding->message),
		"fix", text(finding->fix),
		"state", "open",
		"suppressed",
		"programs", programs(finding),
		"steps", steps(finding, options),
		"confidence", confidence_name(finding->confidence));
}

bool report_jsonl(FILE *out, const struct finding *const *findings, size_t count, const struct report_options *options,
		  struct err *err)
{
	struct strbuf buf = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < count; i++) {
		json_t *object = object_of(findings[i], options);
		char *line = json_dumps(object, JSON_COMPACT);

		BUG_IF(!line);
		strbuf_addstr(&buf, line);
		strbuf_addch(&buf, '\n');
		free(line);
		json_decref(object);
		ok = report_put(out, &buf, err);
	}
	ok = ok && report_flush(out, err);
	strbuf_release(&buf);
	return ok;
}
