/* Prints rules/README.md from the rules' metadata: rules_doc. A test compares the file with it. */
#include "rules/rules.h"

#include <inttypes.h>
#include <stdio.h>

/* Text with '<' and '*' as they are: Markdown would take them for its own. */
static void print_escaped(const char *text)
{
	for (; *text; text++) {
		if (*text == '<' || *text == '*')
			putchar('\\');
		putchar(*text);
	}
}

static void print_part(const char *title, const char *text)
{
	printf("\n**%s** ", title);
	print_escaped(text);
	putchar('\n');
}

static void print_references(const char *text)
{
	printf("\n**References**\n\n- ");
	for (; *text; text++)
		if (*text == '\n')
			fputs("\n- ", stdout);
		else
			putchar(*text);
	putchar('\n');
}

static void print_options(const struct rule_option *options)
{
	if (options[0].name)
		fputs("\n**Options** in `.snag.yml`\n\n", stdout);
	for (size_t i = 0; i < RULE_OPTION_LIMIT && options[i].name; i++)
		printf("- `%s` (%" PRId64 "): %s\n", options[i].name, options[i].value, options[i].help);
}

int main(void)
{
	puts("# Rules\n\nPrinted by `rules_doc` from the rules' own metadata: change it there. The tables in `models/` say what is known\n"
	     "of libraries; `engine/rule.h` says how to add a rule.\n\n"
	     "| rule | level | reports |\n| --- | --- | --- |");
	for (size_t i = 0; i < rules_count; i++) {
		const struct rule_info *info = &rules_all[i]->info;

		printf("| [`%s`](#%s) | %s%s | %s |\n", info->id, info->id, level_name(info->level),
		       info->preview ? ", preview" : "", info->summary);
	}
	for (size_t i = 0; i < rules_count; i++) {
		const struct rule_info *info = &rules_all[i]->info;

		printf("\n## %s\n\n", info->id);
		print_escaped(info->why);
		putchar('\n');
		print_part("Remedy.", info->fix);
		print_part("Limits.", info->limits);
		print_options(info->options);
		print_references(info->references);
		printf("\nEvidence: `%s`.\n", info->bench);
	}
	return fflush(stdout) || ferror(stdout);
}
