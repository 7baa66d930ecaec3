/* The tool and its rules in a SARIF log: what GitHub shows beside an alert. */
#include "report/sarif.h"

#include "report/markup.h"
#include "report/utf8.h"

#include <ctype.h>
#include <string.h>

/* GitHub cuts descriptions there. */
#define DESCRIPTION_LIMIT 1024

json_t *sarif_message(const char *text)
{
	return json_pack("{s:o}", "text", json_text(text));
}

/* "env-write-threaded" as "EnvWriteThreaded". */
static json_t *pascal(const char *id)
{
	struct strbuf name = { 0 };
	bool upper = true;
	json_t *text;

	for (; *id; id++) {
		if (*id != '-')
			strbuf_addch(&name, upper ? (char)toupper((unsigned char)*id) : *id);
		upper = *id == '-';
	}
	text = json_text(strbuf_text(&name));
	strbuf_release(&name);
	return text;
}

/* As many whole paragraphs as there is room for; of a longer first one, its whole sentences. */
static json_t *full_description(const char *why)
{
	size_t length = strlen(why);
	struct strbuf text = { 0 };
	json_t *message;

	if (length > DESCRIPTION_LIMIT) {
		const char *end = NULL;

		for (const char *at = why; at && at - why <= DESCRIPTION_LIMIT; at = strstr(at + 1, "\n\n"))
			end = at > why ? at : end;
		for (const char *at = strstr(why, ". "); !end && at && at - why < DESCRIPTION_LIMIT; at = strstr(at + 1, ". "))
			length = (size_t)(at - why) + 1;
		if (end)
			length = (size_t)(end - why);
	}
	strbuf_add(&text, why, length);
	message = sarif_message(text.text);
	strbuf_release(&text);
	return message;
}

static const char *const help_titles[] = { "Why", "What to do", "What it does not see", "See also" };
#define HELP_PARTS (sizeof help_titles / sizeof *help_titles)

static void add_lines(struct strbuf *out, const char *lines, bool markdown)
{
	while (*lines) {
		struct strbuf line = { 0 };
		size_t length = strcspn(lines, "\n");

		strbuf_add(&line, lines, length);
		strbuf_addstr(out, "- ");
		(markdown ? markdown_add : strbuf_addstr)(out, strbuf_text(&line));
		strbuf_addch(out, '\n');
		strbuf_release(&line);
		lines += length + (lines[length] == '\n');
	}
}

static json_t *help_text(const struct rule_info *rule, bool markdown)
{
	const char *const parts[HELP_PARTS] = { rule->why, rule->fix, rule->limits, rule->references };
	struct strbuf text = { 0 };
	json_t *string;

	for (size_t i = 0; i < HELP_PARTS; i++) {
		if (!parts[i] || !parts[i][0])
			continue;
		strbuf_addf(&text, markdown ? "%s## %s\n\n" : "%s%s\n\n", text.len ? "\n" : "", help_titles[i]);
		if (parts[i] == rule->references)
			add_lines(&text, parts[i], markdown);
		else
			(markdown ? markdown_add_paragraphs : strbuf_addstr)(&text, parts[i]);
		if (parts[i] != rule->references)
			strbuf_addch(&text, '\n');
	}
	string = json_text(strbuf_text(&text));
	strbuf_release(&text);
	return string;
}

/* The number of the first weakness at or behind `at`; `*at` moves behind it. 0: there is none. */
static unsigned next_cwe(const char **at)
{
	unsigned number = 0;

	*at = strstr(*at, "CWE-");
	if (!*at)
		return 0;
	for (*at += 4; isdigit((unsigned char)**at) && number < 100000; ++*at)
		number = number * 10 + (unsigned)(**at - '0');
	return number;
}

#define CWE_RACE 362

static json_t *tags(const struct rule_info *rule)
{
	const char *at = rule->references ? rule->references : "";
	json_t *array = json_array();
	unsigned number;

	json_push(array, json_string(!strcmp(rule->family, "io") ? "performance" : "correctness"));
	while ((number = next_cwe(&at)) != 0) {
		if (number == CWE_RACE)
			json_push(array, json_string("concurrency"));
		json_push(array, json_sprintf("external/cwe/cwe-%03u", number));
	}
	return array;
}

static const char *problem_severity(enum level level)
{
	return level == LEVEL_NOTE ? "recommendation" : level_name(level);
}

static json_t *descriptor(const struct rule_info *rule)
{
	const char *at = rule->references ? rule->references : "";
	unsigned cwe = next_cwe(&at);
	struct strbuf summary = { 0 };
	json_t *object;

	strbuf_addf(&summary, "%s.", rule->summary);
	object = json_pack("{s:s, s:o, s:o, s:o, s:{s:o, s:o}, s:{s:s}, s:{s:o, s:s, s:s}}",
		"id", rule->id,
		"name", pascal(rule->id),
		"shortDescription", sarif_message(summary.text),
		"fullDescription", full_description(rule->why),
		"help", "text", help_text(rule, false), "markdown", help_text(rule, true),
		"defaultConfiguration", "level", level_name(rule->level),
		"properties", "tags", tags(rule), "precision", rule->preview ? "medium" : "high",
		"problem.severity", problem_severity(rule->level));
	if (cwe)
		json_put(object, "helpUri", json_sprintf("https://cwe.mitre.org/data/definitions/%u.html", cwe));
	strbuf_release(&summary);
	return object;
}

json_t *sarif_driver(const struct report_run *run)
{
	json_t *rules = json_array();

	for (size_t i = 0; i < run->rule_count; i++)
		json_push(rules, descriptor(run->rules[i]));
	return json_pack("{s:s, s:s, s:s, s:s, s:o}",
		"name", "snag",
		"informationUri", SNAG_HOMEPAGE,
		"version", SNAG_VERSION,
		"semanticVersion", SNAG_VERSION,
		"rules", rules);
}
