/* `snag rules` and `snag explain`: what is looked for, and why, from the rules' own metadata. */
#include "cli/cli.h"

#include "base/nearest.h"
#include "cli/measured.h"
#include "cli/project.h"
#include "cli/rules.h"
#include "cli/terminal.h"
#include "rules/rules.h"
#include "store/query.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const struct rule *rule_named(const char *id, struct err *err)
{
	struct nearest nearest = nearest_to(id);

	for (size_t i = 0; i < rules_count; i++) {
		if (!strcmp(rules_all[i]->info.id, id))
			return rules_all[i];
		nearest_offer(&nearest, rules_all[i]->info.id);
	}
	if (nearest.best)
		err_set(err, "unknown rule '%s'; did you mean '%s'?", id, nearest.best);
	else
		err_set(err, "unknown rule '%s'; 'snag rules' lists them", id);
	return NULL;
}

static void print_row(const struct rule_info *rule)
{
	printf("%-28s %-8s %s%s\n", rule->id, level_name(rule->level), rule->summary,
	       rule->preview ? " (preview: on only with --rule)" : "");
}

static void print_json(const struct rule_info *rule)
{
	json_t *row = json_pack("{s:i, s:s, s:s, s:s, s:b, s:s, s:i, s:s, s:s, s:s, s:s, s:s}", "schema", 1, "id",
				rule->id, "family", rule->family, "level", level_name(rule->level), "preview",
				(int)rule->preview, "scope", rule->whole_program ? "program" : "tu", "revision",
				rule->revision, "summary", rule->summary, "why", rule->why, "fix", rule->fix, "limits",
				rule->limits, "references", rule->references);
	char *line = row ? json_dumps(row, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;

	puts(line ? line : "{}");
	free(line);
	json_decref(row);
}

static int run_rules(struct arena *arena, const struct options *options)
{
	static const char *const formats[] = { "text", "jsonl" };
	struct err err = { 0 };
	size_t format = 0;

	(void)arena;
	if (options->operands.len || options->dashes)
		err_set(&err, "'snag rules' takes no arguments; 'snag explain RULE' tells of one");
	else if (option_choice(options, "--format", formats, 2, &format, &err)) {
		for (size_t i = 0; i < rules_count; i++)
			(format ? print_json : print_row)(&rules_all[i]->info);
		if (terminal_flush(&err))
			return CLI_CLEAN;
	}
	return cli_trouble(&err);
}

static const struct option_row rules_options[] = {
	{ "--format", "FORMAT", "text (default) or jsonl" },
};

const struct cli_command command_rules = {
	.name = "rules",
	.synopsis = "[--format FORMAT]",
	.help = "List what is looked for",
	CLI_OPTIONS(rules_options),
	.run = run_rules,
};

static void print_part(const char *title, const char *text, size_t width)
{
	if (!text || !text[0])
		return;
	printf("\n%s\n", title);
	print_wrapped(stdout, text, width, 2);
}

/* References are one a line, and an address broken in two is none. */
static void print_lines(const char *title, const char *text)
{
	if (!text || !text[0])
		return;
	printf("\n%s\n", title);
	while (*text) {
		size_t length = strcspn(text, "\n");

		if (length)
			printf("  %.*s\n", (int)length, text);
		text += length + (text[length] == '\n');
	}
}

static void print_options(const struct rule_option *options)
{
	if (options[0].name)
		puts("\nOptions in .snag.yml");
	for (size_t i = 0; i < RULE_OPTION_LIMIT && options[i].name; i++)
		printf("  %s (%" PRId64 "): %s\n", options[i].name, options[i].value, options[i].help);
}

/* The file that a remedy of the rule includes. */
static int print_header(const struct options *options)
{
	const struct rule *rule = NULL;
	struct err err = { 0 };

	if (options->operands.len == 1)
		rule = rule_named(options->operands.items[0], &err);
	else
		err_set(&err, "'snag explain --header' needs one rule");
	if (!rule)
		return cli_trouble(&err);
	if (!rule->info.header) {
		err_set(&err, "the remedy of '%s' needs no header", rule->info.id);
		return cli_trouble(&err);
	}
	fputs(rule->info.header, stdout);
	return terminal_flush(&err) ? CLI_CLEAN : cli_trouble(&err);
}

/* Only where a database is there, and a bench has left something in it. */
static void print_measured(struct arena *arena, const struct options *options, const struct rule_info *rule)
{
	struct project project = { 0 };
	struct measured found = { 0 };

	if (!project_here(arena, options, &project, NULL))
		return;
	measured_find(arena, project.database, rule->bench, &found);
	for (size_t i = 0; i < found.all.len; i++) {
		const struct report_measured *row = &found.all.items[i];

		if (!i) {
			puts("");
			print_line(stdout, "Measured here (%s)", row->machine);
		}
		print_line(stdout, "  %-9s %s", row->verdict, row->text);
		if (row->note[0])
			print_line(stdout, "            %s", row->note);
	}
}

static const struct option_row explain_options[] = {
	OPTION_DB,
	{ "--header", NULL, "print the header that the rule's remedy includes" },
};

static int run_explain(struct arena *arena, const struct options *options)
{
	size_t width = terminal_width();
	const struct rule *rule = NULL;
	struct err err = { 0 };

	if (option_given(options, "--header"))
		return print_header(options);
	if (width > 80)
		width = 80;
	if (options->operands.len != 1 || options->dashes)
		err_set(&err, "'snag explain' needs one rule; 'snag rules' lists them");
	else
		rule = rule_named(options->operands.items[0], &err);
	if (!rule)
		return cli_trouble(&err);
	printf("%s (%s, %s%s)\n\n", rule->info.id, level_name(rule->info.level), rule->info.family,
	       rule->info.preview ? ", preview: on only with --rule" : "");
	print_wrapped(stdout, rule->info.summary, width, 2);
	print_part("Why", rule->info.why, width);
	print_part("What to do", rule->info.fix, width);
	print_part("What it does not see", rule->info.limits, width);
	print_options(rule->info.options);
	print_lines("See also", rule->info.references);
	print_lines("Measured by", rule->info.bench);
	print_measured(arena, options, &rule->info);
	return terminal_flush(&err) ? CLI_CLEAN : cli_trouble(&err);
}

const struct cli_command command_explain = {
	.name = "explain",
	.synopsis = "[--header] [--db PATH] RULE",
	.help = "Tell why a rule is there, how to fix what it finds, and what it misses",
	CLI_OPTIONS(explain_options),
	.run = run_explain,
};
