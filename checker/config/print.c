/* A configuration as text that can be read again, each line with where it was decided. */
#include "config/parts.h"

#include <inttypes.h>
#include <string.h>

/* Where the comments begin. */
#define COMMENT_COLUMN 40

/* Ends a line that began at `start` of the text. */
static void end_line(struct strbuf *out, size_t start, const char *from)
{
	size_t width = out->len - start;

	strbuf_addf(out, "%*s# %s\n", width < COMMENT_COLUMN ? (int)(COMMENT_COLUMN - width) : 1, "", from);
}

/* In double quotes, as JSON has it, which YAML takes as well. */
static void add_quoted(struct strbuf *out, const char *text)
{
	strbuf_addch(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			strbuf_addch(out, '\\');
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			strbuf_addf(out, "\\x%02x", (unsigned)*text);
		else
			strbuf_addch(out, *text);
	}
	strbuf_addch(out, '"');
}

static void print_values(const struct config *config, struct strbuf *out)
{
	for (size_t key = 0; key < KEY_COUNT; key++) {
		size_t start = out->len;

		strbuf_addf(out, "%s: %s", config_key_name((enum config_key)key), config->values[key].text);
		end_line(out, start, config->values[key].from);
	}
}

static void print_rules(const struct config *config, struct strbuf *out)
{
	strbuf_addstr(out, "rules:\n");
	for (size_t i = 0; i < config->rule_count; i++) {
		const struct config_rule *rule = &config->rules[i];
		size_t start;

		strbuf_addf(out, "  %s:\n", rule->info->id);
		start = out->len;
		strbuf_addf(out, "    level: %s", rule->off ? "off" : level_name(rule->level));
		end_line(out, start, rule->level_from);
		for (size_t k = 0; k < RULE_OPTION_LIMIT && rule->info->options[k].name; k++) {
			start = out->len;
			strbuf_addf(out, "    %s: %" PRId64, rule->info->options[k].name, rule->options[k]);
			end_line(out, start, rule->option_from[k]);
		}
	}
}

static void print_patterns(const char *key, const struct config_pattern *patterns, size_t count, struct strbuf *out)
{
	strbuf_addf(out, "%s:%s\n", key, count ? "" : " []");
	for (size_t i = 0; i < count; i++) {
		size_t start = out->len;

		strbuf_addstr(out, "  - ");
		add_quoted(out, patterns[i].text);
		end_line(out, start, patterns[i].from);
	}
}

static void print_ignore(const struct config *config, struct strbuf *out)
{
	strbuf_addf(out, "ignore:%s\n", config->ignore.len ? "" : " []");
	for (size_t i = 0; i < config->ignore.len; i++) {
		const struct config_ignore *ignore = &config->ignore.items[i];

		strbuf_addstr(out, "  - paths: [");
		for (size_t k = 0; k < ignore->paths.len; k++) {
			strbuf_addstr(out, k ? ", " : "");
			add_quoted(out, ignore->paths.items[k].text);
		}
		strbuf_addf(out, "] # %s\n    rules: [", ignore->from);
		for (size_t k = 0; k < ignore->rules.len; k++) {
			strbuf_addstr(out, k ? ", " : "");
			add_quoted(out, ignore->rules.items[k]);
		}
		strbuf_addstr(out, "]\n    reason: ");
		add_quoted(out, ignore->reason);
		strbuf_addch(out, '\n');
	}
}

static void print_models(const struct config *config, struct strbuf *out)
{
	strbuf_addf(out, "models:%s\n", config->models.len ? "" : " []");
	for (size_t i = 0; i < config->models.len; i++) {
		const struct config_model *model = &config->models.items[i];
		size_t start = out->len;

		strbuf_addstr(out, "  - {function: ");
		add_quoted(out, model->function);
		strbuf_addstr(out, ", ");
		config_print_word(model, out);
		strbuf_addch(out, '}');
		end_line(out, start, model->from);
	}
}

void config_print(const struct config *config, struct strbuf *out)
{
	for (size_t i = 0; i < config->files.len; i++)
		strbuf_addf(out, "# %s%s\n", i ? "below it: " : "read: ", config->files.items[i]);
	print_values(config, out);
	print_patterns("exclude", config->exclude.items, config->exclude.len, out);
	print_patterns("compilers", config->compilers.items, config->compilers.len, out);
	print_ignore(config, out);
	print_models(config, out);
	print_rules(config, out);
}
