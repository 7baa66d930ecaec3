/* Checks a SARIF log of one run against what readers rely on: sarif_check LOG. Prints each breach and ends 1 if there is any. */
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *log_name;
static bool failed;

__attribute__((format(printf, 1, 2))) static void breach(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("%s: ", log_name);
	vprintf(format, args);
	putchar('\n');
	va_end(args);
	failed = true;
}

/* The text at `key`, which has to be there. */
static const char *text_at(json_t *object, const char *key, const char *where)
{
	const char *text = json_string_value(json_object_get(object, key));

	if (!text || !text[0])
		breach("%s: no text '%s'", where, key);
	return text ? text : "";
}

static void check_message(json_t *object, const char *key, size_t limit, const char *where)
{
	const char *text = text_at(json_object_get(object, key), "text", where);

	if (limit && strlen(text) > limit)
		breach("%s: '%s' is longer than %zu bytes", where, key, limit);
}

static void check_rule(json_t *rule)
{
	const char *id = text_at(rule, "id", "rule");
	json_t *properties = json_object_get(rule, "properties"), *tags = json_object_get(properties, "tags"), *tag;
	size_t i;

	text_at(rule, "name", id);
	check_message(rule, "shortDescription", 1024, id);
	check_message(rule, "fullDescription", 1024, id);
	check_message(rule, "help", 0, id);
	text_at(json_object_get(rule, "help"), "markdown", id);
	text_at(json_object_get(rule, "defaultConfiguration"), "level", id);
	text_at(properties, "precision", id);
	text_at(properties, "problem.severity", id);
	if (!json_array_size(tags) || json_array_size(tags) > 10)
		breach("%s: %zu tags", id, json_array_size(tags));
	json_array_foreach(tags, i, tag)
		if (!json_is_string(tag))
			breach("%s: a tag that is no text", id);
}

static void check_region(json_t *region, const char *where)
{
	json_int_t line = json_integer_value(json_object_get(region, "startLine"));
	json_int_t column = json_integer_value(json_object_get(region, "startColumn"));
	json_int_t end_line = json_integer_value(json_object_get(region, "endLine"));
	json_int_t end_column = json_integer_value(json_object_get(region, "endColumn"));

	if (line < 1 || column < 1 || end_line < line || end_column < 1 || (end_line == line && end_column < column))
		breach("%s: region %lld:%lld to %lld:%lld", where, (long long)line, (long long)column,
		       (long long)end_line, (long long)end_column);
}

static void check_location(json_t *location, bool first, const char *where)
{
	json_t *place = json_object_get(location, "physicalLocation"), *file = json_object_get(place, "artifactLocation");
	const char *uri = text_at(file, "uri", where), *base = text_at(file, "uriBaseId", where);

	if (uri[0] == '/' || !strncmp(uri, "./", 2) || strstr(uri, "..") || strpbrk(uri, " \\:%\"<>") != strchr(uri, '%'))
		breach("%s: uri '%s'", where, uri);
	if (first && strcmp(base, "SRCROOT") != 0)
		breach("%s: the first place is outside of the project", where);
	check_region(json_object_get(place, "region"), where);
	if (!first)
		check_message(location, "message", 0, where);
}

/* Each link of the message leads to a related location. */
static void check_links(json_t *result, const char *where)
{
	const char *text = json_string_value(json_object_get(json_object_get(result, "message"), "text"));
	size_t related = json_array_size(json_object_get(result, "relatedLocations"));

	for (const char *at = text ? strstr(text, "](") : NULL; at; at = strstr(at + 1, "](")) {
		unsigned long id = strtoul(at + 2, NULL, 10);

		if (at > text && at[-1] != '\\' && (id < 1 || id > related))
			breach("%s: a link to location %lu of %zu", where, id, related);
	}
}

static void check_flow(json_t *flow, const char *where)
{
	json_t *locations = json_object_get(json_array_get(json_object_get(flow, "threadFlows"), 0), "locations"), *step;
	size_t i;

	if (json_array_size(locations) < 2)
		breach("%s: a path of %zu places", where, json_array_size(locations));
	json_array_foreach(locations, i, step)
		check_location(json_object_get(step, "location"), false, where);
}

static void check_result(json_t *result, json_t *rules, json_t *fingerprints)
{
	const char *id = text_at(result, "ruleId", "result");
	json_t *rule = json_array_get(rules, (size_t)json_integer_value(json_object_get(result, "ruleIndex"))), *item;
	const char *fingerprint = text_at(json_object_get(result, "partialFingerprints"), "snag/v1", id);
	const char *named = json_string_value(json_object_get(rule, "id"));
	json_t *related = json_object_get(result, "relatedLocations"), *flows = json_object_get(result, "codeFlows");
	size_t i;

	if (!named || strcmp(named, id) != 0)
		breach("%s: its index leads to '%s'", id, named ? named : "");
	text_at(result, "level", id);
	check_message(result, "message", 0, id);
	if (json_array_size(json_object_get(result, "locations")) != 1)
		breach("%s: not one location", id);
	check_location(json_array_get(json_object_get(result, "locations"), 0), true, id);
	json_array_foreach(related, i, item)
		check_location(item, false, id);
	json_array_foreach(flows, i, item)
		check_flow(item, id);
	check_links(result, id);
	if (json_object_get(fingerprints, fingerprint))
		breach("%s: fingerprint %s comes twice", id, fingerprint);
	json_object_set_new(fingerprints, fingerprint, json_true());
}

static void check_run(json_t *run)
{
	json_t *driver = json_object_get(json_object_get(run, "tool"), "driver"), *rules = json_object_get(driver, "rules");
	json_t *results = json_object_get(run, "results"), *fingerprints = json_object(), *item;
	size_t i;

	text_at(driver, "name", "tool");
	text_at(driver, "semanticVersion", "tool");
	text_at(driver, "informationUri", "tool");
	text_at(json_object_get(run, "automationDetails"), "id", "run");
	if (strcmp(text_at(run, "columnKind", "run"), "utf16CodeUnits") != 0)
		breach("columns of another kind");
	if (!json_is_boolean(json_object_get(json_array_get(json_object_get(run, "invocations"), 0), "executionSuccessful")))
		breach("nobody says whether the run was whole");
	if (!json_is_array(results) || json_array_size(results) > 25000)
		breach("%zu results", json_array_size(results));
	json_array_foreach(rules, i, item)
		check_rule(item);
	json_array_foreach(results, i, item)
		check_result(item, rules, fingerprints);
	json_decref(fingerprints);
}

int main(int argc, char **argv)
{
	json_error_t error;
	json_t *log;

	if (argc != 2) {
		fputs("usage: sarif_check LOG\n", stderr);
		return 2;
	}
	log_name = argv[1];
	log = json_load_file(log_name, JSON_REJECT_DUPLICATES, &error);
	if (!log)
		breach("line %d: %s", error.line, error.text);
	else if (strcmp(text_at(log, "version", "log"), "2.1.0") != 0 ||
		 json_array_size(json_object_get(log, "runs")) != 1)
		breach("not one run of SARIF 2.1.0");
	else
		check_run(json_array_get(json_object_get(log, "runs"), 0));
	json_decref(log);
	return failed;
}
