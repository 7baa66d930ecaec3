/* One finding as a SARIF result. */
#include "report/sarif.h"

#include "base/files.h"
#include "report/utf8.h"

#include <ctype.h>
#include <string.h>

static bool is_outside(const char *path)
{
	return path[0] == '/';
}

/*
 * Files of other projects by their last two names: where they lie differs from
 * machine to machine, and is nobody's business.
 */
static const char *outside_name(const char *path)
{
	const char *start = path_base(path);

	while (start - path > 1 && start[-2] != '/')
		start--;
	return start - path > 1 ? start - 1 : start;
}

static json_t *uri(const char *path)
{
	struct strbuf text = { 0 };
	json_t *string;

	for (; *path; path++)
		if (isalnum((unsigned char)*path) ? (unsigned char)*path < 0x80 : strchr("-._~/", *path) != NULL)
			strbuf_addch(&text, *path);
		else
			strbuf_addf(&text, "%%%02X", (unsigned char)*path);
	string = json_string(strbuf_text(&text));
	strbuf_release(&text);
	return string;
}

/* Without the line, bytes are the best guess; most lines are ASCII. */
static uint32_t column(struct sarif *sarif, const char *file, uint32_t line, uint32_t byte)
{
	const char *text;
	size_t length;

	if (!sources_line(sarif->sources, file, line, &text, &length))
		return byte;
	return utf16_column(text, length, byte);
}

static json_t *region(struct sarif *sarif, const struct place *place)
{
	json_t *object = json_pack("{s:I, s:I}",
		"startLine", (json_int_t)place->line,
		"startColumn", (json_int_t)column(sarif, place->file, place->line, place->column));

	if (place->end_line < place->line || (place->end_line == place->line && place->end_column < place->column))
		return object;
	json_put(object, "endLine", json_integer(place->end_line));
	json_put(object, "endColumn",
		 json_integer(column(sarif, place->file, place->end_line, place->end_column)));
	return object;
}

json_t *sarif_place(struct sarif *sarif, const struct place *place, const char *path)
{
	json_t *object = json_pack("{s:{s:o, s:s}}", "artifactLocation",
		"uri", uri(is_outside(path) ? outside_name(path) : path),
		"uriBaseId", is_outside(path) ? "EXTERNAL" : "SRCROOT");

	if (place->line && place->column)
		json_put(object, "region", region(sarif, place));
	return object;
}

const struct place *sarif_first_place(const struct sarif *sarif, const struct finding *finding)
{
	if (!is_outside(report_path(sarif->options, finding->path)))
		return &finding->place;
	for (size_t i = finding->steps.len; i-- > 0;)
		if (!is_outside(report_path(sarif->options, finding->steps.items[i].place.file)))
			return &finding->steps.items[i].place;
	return NULL;
}

/* A place with what is to be said of it. */
static json_t *location(struct sarif *sarif, const struct place *place, const char *message)
{
	return json_pack("{s:o, s:o}",
		"physicalLocation", sarif_place(sarif, place, report_path(sarif->options, place->file)),
		"message", sarif_message(message));
}

static bool has_flow(const struct sarif *sarif, const struct finding *finding)
{
	return finding->path_steps && sarif->cut < SARIF_NO_FLOWS;
}

/* Brackets would begin a link. */
static void add_plain(struct strbuf *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("[]\\", *text))
			strbuf_addch(out, '\\');
		strbuf_addch(out, *text);
	}
}

static size_t step_count(const struct sarif *sarif, const struct finding *finding)
{
	size_t room = sarif->limits->locations - 1;

	return finding->steps.len < room ? finding->steps.len : room;
}

/* What GitHub shows of a step is what the message links to, and the path. */
static json_t *message(struct sarif *sarif, const struct finding *finding)
{
	struct strbuf text = { 0 };
	json_t *object;

	add_plain(&text, finding->message);
	strbuf_addch(&text, '.');
	for (size_t i = has_flow(sarif, finding) ? finding->path_steps : 0; i < step_count(sarif, finding); i++) {
		strbuf_addstr(&text, "\n- [");
		add_plain(&text, finding->steps.items[i].message);
		strbuf_addf(&text, "](%zu)", i + 1);
	}
	if (finding->fix && finding->fix[0]) {
		strbuf_addstr(&text, "\nFix: ");
		add_plain(&text, finding->fix);
		strbuf_addch(&text, '.');
	}
	object = sarif_message(text.text);
	strbuf_release(&text);
	return object;
}

static json_t *related(struct sarif *sarif, const struct finding *finding)
{
	json_t *array = json_array();

	for (size_t i = 0; i < step_count(sarif, finding); i++) {
		const struct step *step = &finding->steps.items[i];
		json_t *object = location(sarif, &step->place, step->message);

		json_put(object, "id", json_integer((json_int_t)i + 1));
		json_push(array, object);
	}
	return array;
}

/* The path to the finding, with the finding itself at its end. */
static json_t *flows(struct sarif *sarif, const struct finding *finding)
{
	size_t count = finding->path_steps, room = sarif->limits->flow_locations - 1;
	json_t *locations = json_array();

	for (size_t i = count > room ? count - room : 0; i < count; i++) {
		const struct step *step = &finding->steps.items[i];

		json_push(locations, json_pack("{s:o}", "location", location(sarif, &step->place, step->message)));
	}
	json_push(locations, json_pack("{s:o}", "location", location(sarif, &finding->place, finding->message)));
	return json_pack("[{s:[{s:o}]}]", "threadFlows", "locations", locations);
}

static json_t *replacements(struct sarif *sarif, const struct remedy *remedy)
{
	json_t *array = json_array();

	for (size_t i = 0; i < remedy->edits.len; i++) {
		const struct edit *edit = &remedy->edits.items[i];

		json_push(array, json_pack("{s:o, s:o}", "deletedRegion", region(sarif, &edit->place), "insertedContent",
			sarif_message(edit->text)));
	}
	return array;
}

/* Only what nobody has to look at. */
static bool has_fix(const struct sarif *sarif, const struct finding *finding)
{
	return finding->remedy.kind == REMEDY_SAFE && finding->remedy.edits.len > 0 &&
	       !is_outside(report_path(sarif->options, finding->path));
}

static json_t *fixes(struct sarif *sarif, const struct finding *finding)
{
	json_t *file = json_pack("{s:o, s:s}", "uri", uri(report_path(sarif->options, finding->path)), "uriBaseId", "SRCROOT");

	return json_pack("[{s:o, s:[{s:o, s:o}]}]", "description", sarif_message(finding->fix), "artifactChanges",
		"artifactLocation", file, "replacements", replacements(sarif, &finding->remedy));
}

static json_t *first_location(struct sarif *sarif, const struct finding *finding)
{
	const struct place *place = sarif_first_place(sarif, finding);
	const char *path = place == &finding->place ? finding->path : place->file;
	json_t *object = json_pack("{s:o}", "physicalLocation",
		sarif_place(sarif, place, report_path(sarif->options, path)));

	if (finding->function[0] && place == &finding->place)
		json_put(object, "logicalLocations", json_pack("[{s:o, s:s}]", "fullyQualifiedName",
			json_text(finding->function), "kind", "function"));
	return object;
}

static const char *baseline_state(enum finding_state state)
{
	if (state == STATE_FIXED)
		return "absent";
	if (state == STATE_EDITED || state == STATE_RAISED)
		return "updated";
	return state_is_new(state) ? "new" : "unchanged";
}

/* Where one result tells of suppressions, all have to. */
static json_t *suppressions(const struct suppression *suppression)
{
	if (!suppression)
		return json_array();
	return json_pack("[{s:s, s:s, s:o}]",
		"kind", !strcmp(suppression->source, "inline") ? "inSource" : "external",
		"status", "accepted",
		"justification", json_text(suppression->reason));
}

static json_t *properties(const struct finding *finding)
{
	json_t *programs = json_array();

	for (size_t i = 0; i < finding->programs.len; i++)
		json_push(programs, json_text(finding->programs.items[i]));
	return json_pack("{s:s, s:o}", "confidence", confidence_name(finding->confidence), "programs", programs);
}

static void put_rule(const struct report_run *run, const struct finding *finding, json_t *result)
{
	json_put(result, "ruleId", json_string(finding->rule->id));
	for (size_t i = 0; i < run->rule_count; i++)
		if (!strcmp(run->rules[i]->id, finding->rule->id)) {
			json_put(result, "ruleIndex", json_integer((json_int_t)i));
			return;
		}
}

json_t *sarif_result(struct sarif *sarif, const struct finding *finding)
{
	json_t *result = json_object();

	put_rule(sarif->run, finding, result);
	json_put(result, "level", json_string(level_name(finding->level)));
	json_put(result, "message", message(sarif, finding));
	json_put(result, "locations", json_pack("[o]", first_location(sarif, finding)));
	if (finding->steps.len)
		json_put(result, "relatedLocations", related(sarif, finding));
	if (has_flow(sarif, finding))
		json_put(result, "codeFlows", flows(sarif, finding));
	json_put(result, "partialFingerprints",
		 json_pack("{s:o}", "snag/v1", json_sprintf("%s/%u", finding->id.full, finding->ordinal)));
	if (has_fix(sarif, finding))
		json_put(result, "fixes", fixes(sarif, finding));
	if (finding->state)
		json_put(result, "baselineState", json_string(baseline_state(finding->state)));
	if (sarif->options->sarif_suppressed)
		json_put(result, "suppressions", suppressions(finding->suppressed));
	json_put(result, "properties", properties(finding));
	return result;
}
