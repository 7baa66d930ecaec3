/* One file, key by key, over what is configured already. */
#include "base/nearest.h"
#include "config/parts.h"
#include "config/pattern.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fewer letters are no reason. */
#define REASON_LEAST 3

struct reading {
	struct arena *arena;
	const struct config_file *file;
	struct config *config;
};

typedef bool read_key(const struct reading *at, const struct yaml_node *value, struct err *err);

const char *config_from(struct arena *arena, const struct config_file *file, unsigned line)
{
	return arena_printf(arena, "%s:%u", file->name, line);
}

bool config_refuse(const struct config_file *file, unsigned line, struct err *err, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return err_set(err, "%s:%u: %s", file->name, line, text);
}

/* --- texts and lists ---------------------------------------------------------- */

static bool want_map(const struct reading *at, const struct yaml_node *value, const char *what, struct err *err)
{
	return value->kind == YAML_MAP || (value->kind == YAML_TEXT && value->empty) ||
	       config_refuse(at->file, value->line, err, "%s must be a map", what);
}

static bool want_list(const struct reading *at, const struct yaml_node *value, const char *what, struct err *err)
{
	return value->kind == YAML_LIST || (value->kind == YAML_TEXT && value->empty) ||
	       config_refuse(at->file, value->line, err, "'%s' must be a list", what);
}

static bool want_word(const struct reading *at, const struct yaml_node *item, const char *what, struct err *err)
{
	return (item->kind == YAML_TEXT && item->text[0]) ||
	       config_refuse(at->file, item->line, err, "'%s' must hold words", what);
}

typedef VEC(struct config_pattern) pattern_list;

static bool read_patterns(const struct reading *at, const struct yaml_node *value, const char *what, pattern_list *list,
			  struct err *err)
{
	if (!want_list(at, value, what, err))
		return false;
	for (size_t i = 0; i < value->items.len; i++) {
		const struct yaml_node *item = value->items.items[i];

		if (!want_word(at, item, what, err))
			return false;
		vec_push(at->arena, list,
			 (struct config_pattern){ at->file->folder, item->text,
						  config_from(at->arena, at->file, item->line) });
	}
	return true;
}

/* The lists of a file stand behind those of files farther away. */
#define ADD_PATTERNS(at, value, member, what, err) \
	do { \
		pattern_list added_ = { 0 }; \
		if (!read_patterns((at), (value), (what), &added_, (err))) \
			return false; \
		for (size_t i_ = 0; i_ < added_.len; i_++) \
			vec_push((at)->arena, &(member), added_.items[i_]); \
	} while (0)

static bool read_exclude(const struct reading *at, const struct yaml_node *value, struct err *err)
{
	ADD_PATTERNS(at, value, at->config->exclude, "exclude", err);
	return true;
}

static bool read_compilers(const struct reading *at, const struct yaml_node *value, struct err *err)
{
	ADD_PATTERNS(at, value, at->config->compilers, "compilers", err);
	return true;
}

/* --- rules ---------------------------------------------------------------------- */

static struct config_rule *rule_named(const struct config *config, const char *id)
{
	for (size_t i = 0; i < config->rule_count; i++)
		if (!strcmp(config->rules[i].info->id, id))
			return &config->rules[i];
	return NULL;
}

static bool unknown_rule(const struct reading *at, unsigned line, const char *id, struct err *err)
{
	struct nearest nearest = nearest_to(id);

	for (size_t i = 0; i < at->config->rule_count; i++)
		nearest_offer(&nearest, at->config->rules[i].info->id);
	return config_refuse(at->file, line, err, nearest.best ? "unknown rule '%s'; did you mean '%s'?" :
								 "unknown rule '%s'; 'snag rules' lists them%s",
			     id, nearest.best ? nearest.best : "");
}

static bool read_level(const struct reading *at, const struct yaml_pair *pair, struct config_rule *rule, struct err *err)
{
	const char *text = pair->value->kind == YAML_TEXT ? pair->value->text : "";

	rule->off = !strcmp(text, "off");
	rule->level_from = config_from(at->arena, at->file, pair->line);
	return rule->off || level_parse(text, &rule->level) ||
	       config_refuse(at->file, pair->line, err, "'level' of a rule can't be '%s': off, note, warning, error", text);
}

static bool read_option(const struct reading *at, const struct yaml_pair *pair, struct config_rule *rule, struct err *err)
{
	const struct rule_option *options = rule->info->options;
	const char *text = pair->value->kind == YAML_TEXT ? pair->value->text : "";
	struct nearest nearest = nearest_to(pair->key);
	size_t i = 0;
	int64_t value;
	char *end;

	nearest_offer(&nearest, "level");
	for (; i < RULE_OPTION_LIMIT && options[i].name && strcmp(options[i].name, pair->key) != 0; i++)
		nearest_offer(&nearest, options[i].name);
	if (i == RULE_OPTION_LIMIT || !options[i].name)
		return config_refuse(at->file, pair->line, err, nearest.best ? "rule '%s' has no option '%s'; did you mean '%s'?" :
									       "rule '%s' has no option '%s'%s",
				     rule->info->id, pair->key, nearest.best ? nearest.best : "");
	errno = 0;
	value = strtoll(text, &end, 10);
	if (!text[0] || *end || errno || value < options[i].low || value > options[i].high)
		return config_refuse(at->file, pair->line, err, "'%s' needs a number from %" PRId64 " to %" PRId64 ", not '%s'",
				     pair->key, options[i].low, options[i].high, text);
	rule->options[i] = value;
	rule->option_from[i] = config_from(at->arena, at->file, pair->line);
	return true;
}

static bool read_rules(const struct reading *at, const struct yaml_node *value, struct err *err)
{
	if (!want_map(at, value, "'rules'", err))
		return false;
	for (size_t i = 0; i < value->pairs.len; i++) {
		const struct yaml_pair *pair = &value->pairs.items[i];
		struct config_rule *rule = rule_named(at->config, pair->key);

		if (!rule)
			return unknown_rule(at, pair->line, pair->key, err);
		if (!want_map(at, pair->value, "what is said of a rule", err))
			return false;
		for (size_t j = 0; j < pair->value->pairs.len; j++) {
			const struct yaml_pair *setting = &pair->value->pairs.items[j];

			if (!(strcmp(setting->key, "level") ? read_option : read_level)(at, setting, rule, err))
				return false;
		}
	}
	return true;
}

/* --- ignore --------------------------------------------------------------------- */

static bool any_rule_fits(const struct config *config, const char *pattern)
{
	for (size_t i = 0; i < config->rule_count; i++)
		if (pattern_fits_name(pattern, config->rules[i].info->id))
			return true;
	return false;
}

static bool read_ignored_rules(const struct reading *at, const struct yaml_node *value, struct config_ignore *ignore,
			       struct err *err)
{
	if (!want_list(at, value, "rules", err))
		return false;
	for (size_t i = 0; i < value->items.len; i++) {
		const struct yaml_node *item = value->items.items[i];

		if (!want_word(at, item, "rules", err))
			return false;
		if (!any_rule_fits(at->config, item->text))
			return unknown_rule(at, item->line, item->text, err);
		vec_push(at->arena, &ignore->rules, item->text);
	}
	return true;
}

static bool read_reason(const struct reading *at, const struct yaml_node *value, struct config_ignore *ignore,
			struct err *err)
{
	ignore->reason = value->kind == YAML_TEXT ? value->text + strspn(value->text, " \t\n") : "";
	return strlen(ignore->reason) >= REASON_LEAST ||
	       config_refuse(at->file, value->line, err, "'reason' must say why, in %d letters or more", REASON_LEAST);
}

static bool read_one_ignore(const struct reading *at, const struct yaml_node *entry, struct err *err)
{
	struct config_ignore ignore = { .from = config_from(at->arena, at->file, entry->line) };

	if (entry->kind != YAML_MAP)
		return config_refuse(at->file, entry->line, err, "an entry of 'ignore' needs 'paths', 'rules' and 'reason'");
	for (size_t i = 0; i < entry->pairs.len; i++) {
		const struct yaml_pair *pair = &entry->pairs.items[i];

		if (!strcmp(pair->key, "paths"))
			ADD_PATTERNS(at, pair->value, ignore.paths, "paths", err);
		else if (!strcmp(pair->key, "rules")) {
			if (!read_ignored_rules(at, pair->value, &ignore, err))
				return false;
		} else if (strcmp(pair->key, "reason") != 0)
			return config_refuse(at->file, pair->line, err,
					     "an entry of 'ignore' has 'paths', 'rules' and 'reason', not '%s'", pair->key);
		else if (!read_reason(at, pair->value, &ignore, err))
			return false;
	}
	if (!ignore.paths.len || !ignore.rules.len || !ignore.reason)
		return config_refuse(at->file, entry->line, err, "an entry of 'ignore' needs 'paths', 'rules' and 'reason'");
	vec_push(at->arena, &at->config->ignore, ignore);
	return true;
}

static bool read_ignore(const struct reading *at, const struct yaml_node *value, struct err *err)
{
	bool ok = want_list(at, value, "ignore", err);

	for (size_t i = 0; ok && i < value->items.len; i++)
		ok = read_one_ignore(at, value->items.items[i], err);
	return ok;
}

static bool read_models(const struct reading *at, const struct yaml_node *value, struct err *err)
{
	bool ok = want_list(at, value, "models", err);

	for (size_t i = 0; ok && i < value->items.len; i++)
		ok = config_read_model(at->arena, at->file, value->items.items[i], at->config, err);
	return ok;
}

/* --- the whole ------------------------------------------------------------------ */

static bool read_root(const struct reading *at, const struct yaml_node *value, struct err *err)
{
	return (value->kind == YAML_TEXT && (!strcmp(value->text, "true") || !strcmp(value->text, "false"))) ||
	       config_refuse(at->file, value->line, err, "'root' must be true or false");
}

static const struct {
	const char *name;
	read_key *read;
} sections[] = {
	{ "root", read_root },	     { "rules", read_rules },	  { "ignore", read_ignore },
	{ "exclude", read_exclude }, { "compilers", read_compilers }, { "models", read_models },
};
#define SECTION_COUNT (sizeof sections / sizeof *sections)

static bool unknown_key(const struct config_file *file, const struct yaml_pair *pair, struct err *err)
{
	struct nearest nearest = nearest_to(pair->key);

	for (size_t i = 0; i < SECTION_COUNT; i++)
		nearest_offer(&nearest, sections[i].name);
	for (size_t i = 0; i < KEY_COUNT; i++)
		nearest_offer(&nearest, config_key_name((enum config_key)i));
	return config_refuse(file, pair->line, err, nearest.best ? "unknown key '%s'; did you mean '%s'?" : "unknown key '%s'%s",
			     pair->key, nearest.best ? nearest.best : "");
}

static bool read_value(const struct reading *at, enum config_key key, const struct yaml_pair *pair, struct err *err)
{
	struct err problem = { 0 };

	if (pair->value->kind != YAML_TEXT)
		return config_refuse(at->file, pair->line, err, "'%s' has one value", pair->key);
	if (!config_check(key, pair->value->text, arena_printf(at->arena, "'%s'", pair->key), &problem))
		return config_refuse(at->file, pair->line, err, "%s", problem.text);
	config_set(at->arena, at->config, key, pair->value->text, config_from(at->arena, at->file, pair->line));
	return true;
}

static bool read_pair(const struct reading *at, const struct yaml_pair *pair, struct err *err)
{
	enum config_key key;

	if (config_key_named(pair->key, &key))
		return read_value(at, key, pair, err);
	for (size_t i = 0; i < SECTION_COUNT; i++)
		if (!strcmp(sections[i].name, pair->key))
			return sections[i].read(at, pair->value, err);
	return unknown_key(at->file, pair, err);
}

bool config_apply(struct arena *arena, const struct config_file *file, struct config *config, struct err *err)
{
	struct reading at = { arena, file, config };

	if (!file->root)
		return true;
	if (!want_map(&at, file->root, "the configuration", err))
		return false;
	for (size_t i = 0; i < file->root->pairs.len; i++)
		if (!read_pair(&at, &file->root->pairs.items[i], err))
			return false;
	return true;
}

bool config_stops(const struct config_file *file)
{
	const struct yaml_node *root = file->root;

	for (size_t i = 0; root && i < root->pairs.len; i++)
		if (!strcmp(root->pairs.items[i].key, "root"))
			return root->pairs.items[i].value->kind == YAML_TEXT &&
			       !strcmp(root->pairs.items[i].value->text, "true");
	return false;
}
