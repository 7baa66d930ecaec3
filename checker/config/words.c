/* The words by which a project says what its own functions do. */
#include "base/nearest.h"
#include "config/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a word's value can be besides an argument's number; both stand for -1. */
enum special { NOTHING_ELSE, OR_NONE, OR_RESULT, ONLY_TRUE };

static const struct word {
	const char *word;
	bool starts_thread;
	enum trait trait;
	enum special special;
} words[] = {
	{ "starts-thread", true, TRAIT_COUNT, OR_NONE },
	{ "runs", false, TRAIT_RUNS_ARG, NOTHING_ELSE },
	{ "runs-later", false, TRAIT_LATER_ARG, NOTHING_ELSE },
	{ "writes-environment", false, TRAIT_ENV_WRITE, OR_NONE },
	{ "keeps-in-environment", false, TRAIT_ENV_PUT, NOTHING_ELSE },
	{ "reads-environment", false, TRAIT_ENV_READ, OR_NONE },
	{ "returns-environment", false, TRAIT_ENV_GET, OR_NONE },
	{ "sets-locale", false, TRAIT_LOCALE_SET, NOTHING_ELSE },
	{ "reads-clock", false, TRAIT_CLOCK, OR_RESULT },
	{ "never-returns", false, TRAIT_NORETURN, ONLY_TRUE },
};
#define WORD_COUNT (sizeof words / sizeof *words)

/* Besides: whose they are, and the second argument of sets-locale. */
#define FUNCTION "function"
#define CATEGORY "category"
/* More arguments than any function has. */
#define ARGUMENT_LIMIT 127

static const char *const specials[] = { NULL, "none", "result", "true" };

static const struct word *word_named(const char *name)
{
	for (size_t i = 0; i < WORD_COUNT; i++)
		if (!strcmp(words[i].word, name))
			return &words[i];
	return NULL;
}

static bool unknown_word(const struct config_file *file, const struct yaml_pair *pair, struct err *err)
{
	struct nearest nearest = nearest_to(pair->key);

	for (size_t i = 0; i < WORD_COUNT; i++)
		nearest_offer(&nearest, words[i].word);
	nearest_offer(&nearest, FUNCTION);
	nearest_offer(&nearest, CATEGORY);
	return config_refuse(file, pair->line, err, "a model can't say '%s'%s%s%s", pair->key,
			     nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
			     nearest.best ? "'?" : "");
}

static bool read_argument(const struct config_file *file, const struct yaml_pair *pair, enum special special,
			  int64_t *argument, struct err *err)
{
	const char *text = pair->value->kind == YAML_TEXT ? pair->value->text : "";
	unsigned long value;
	char *end;

	*argument = -1;
	if (specials[special] && !strcmp(text, specials[special]))
		return true;
	if (special == ONLY_TRUE)
		return config_refuse(file, pair->line, err, "'%s' can only be true", pair->key);
	value = strtoul(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || value > ARGUMENT_LIMIT)
		return config_refuse(file, pair->line, err, "'%s' needs the number of an argument, from 0%s%s", pair->key,
				     specials[special] ? ", or " : "", specials[special] ? specials[special] : "");
	*argument = (int64_t)value;
	return true;
}

/* C's names, and C++'s with their scopes, operators and template arguments: no control byte, no blank at the ends. */
static bool is_function_name(const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < length; i++)
		if ((unsigned char)name[i] < ' ' || name[i] == 0x7f)
			return false;
	return length > 0 && length <= 1000 && name[0] != ' ' && name[length - 1] != ' ' &&
	       !strchr("0123456789", name[0]);
}

static const struct yaml_pair *pair_named(const struct yaml_node *map, const char *key)
{
	for (size_t i = 0; i < map->pairs.len; i++)
		if (!strcmp(map->pairs.items[i].key, key))
			return &map->pairs.items[i];
	return NULL;
}

/* What a file farther away says of the function holds no more. */
static void forget_function(struct config *config, const char *function, const struct config_file *file)
{
	size_t kept = 0, length = strlen(file->name);

	for (size_t i = 0; i < config->models.len; i++) {
		const struct config_model *model = &config->models.items[i];

		if (strcmp(model->function, function) != 0 ||
		    (!strncmp(model->from, file->name, length) && model->from[length] == ':'))
			config->models.items[kept++] = *model;
	}
	config->models.len = kept;
}

static bool read_word(struct arena *arena, const struct config_file *file, const struct yaml_pair *pair,
		      struct config_model *model, struct err *err)
{
	const struct word *word = word_named(pair->key);

	model->word = word->word;
	model->from = config_from(arena, file, pair->line);
	model->b = -1;
	return read_argument(file, pair, word->special, &model->a, err);
}

bool config_read_model(struct arena *arena, const struct config_file *file, const struct yaml_node *entry,
		       struct config *config, struct err *err)
{
	const struct yaml_pair *function, *category, *locale;
	size_t before;

	if (entry->kind != YAML_MAP || !(function = pair_named(entry, FUNCTION)) || function->value->kind != YAML_TEXT)
		return config_refuse(file, entry->line, err, "a model needs 'function' with a name");
	if (!is_function_name(function->value->text))
		return config_refuse(file, function->line, err, "'%s' is no function's name", function->value->text);
	category = pair_named(entry, CATEGORY);
	locale = pair_named(entry, "sets-locale");
	if (!category != !locale)
		return config_refuse(file, entry->line, err, "'sets-locale' and 'category' belong together");
	forget_function(config, function->value->text, file);
	before = config->models.len;
	for (size_t i = 0; i < entry->pairs.len; i++) {
		const struct yaml_pair *pair = &entry->pairs.items[i];
		struct config_model model = { .function = function->value->text };

		if (pair == function || pair == category)
			continue;
		if (!word_named(pair->key))
			return unknown_word(file, pair, err);
		if (!read_word(arena, file, pair, &model, err) ||
		    (pair == locale && !read_argument(file, category, NOTHING_ELSE, &model.b, err)))
			return false;
		vec_push(arena, &config->models, model);
	}
	return config->models.len > before ||
	       config_refuse(file, entry->line, err, "a model of '%s' says nothing", function->value->text);
}

struct model_extra config_model_row(const struct config_model *model)
{
	const struct word *word = word_named(model->word);
	struct model_extra row = { .function = model->function, .starts_thread = word->starts_thread,
				   .trait = word->trait, .a = model->a, .b = model->b };

	if (row.trait == TRAIT_LOCALE_SET) { /* the table has the category first */
		row.a = model->b;
		row.b = model->a;
	} else if (row.trait == TRAIT_RUNS_ARG || row.trait == TRAIT_CLOCK) {
		row.b = 0;
	}
	return row;
}

void config_print_word(const struct config_model *model, struct strbuf *out)
{
	const struct word *word = word_named(model->word);

	if (model->a < 0)
		strbuf_addf(out, "%s: %s", word->word, specials[word->special]);
	else
		strbuf_addf(out, "%s: %" PRId64, word->word, model->a);
	if (word->trait == TRAIT_LOCALE_SET)
		strbuf_addf(out, ", " CATEGORY ": %" PRId64, model->b);
}
