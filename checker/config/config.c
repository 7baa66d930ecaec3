/* Finds the files of each folder, merges them, and answers. */
#include "base/files.h"
#include "base/map.h"
#include "config/parts.h"
#include "config/pattern.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Folders above each other with a file; deeper ones are no project's. */
#define CHAIN_LIMIT 32

struct override {
	const char *text, *from; /* NULL: none */
};

struct configs {
	struct arena *arena;
	const struct rule_info *const *rules;
	size_t rule_count;
	const char *root;  /* of the project */
	const char *top;   /* of its repository: nothing above is looked at */
	struct override environment[KEY_COUNT], command_line[KEY_COUNT];
	struct names folders;                       /* with what holds there in parallel */
	VEC(const struct config *) of_folder;
	struct names paths;                         /* of files, with what they hold in parallel */
	VEC(struct config_file) files;
	struct names chains;                        /* the nearest file's path ("": none), with what comes of it in parallel */
	VEC(const struct config *) of_chain;
};

static bool has_repository(struct arena *arena, const char *folder)
{
	return file_exists(path_join(arena, folder, ".git"));
}

/* The repository's root from `root` upward; `root` itself where there is none. */
static const char *find_top(struct arena *arena, const char *root)
{
	for (const char *folder = root; folder[1]; folder = path_folder(arena, folder))
		if (has_repository(arena, folder))
			return folder;
	return root;
}

struct configs *configs_new(struct arena *arena, const struct rule_info *const *rules, size_t rule_count,
			    const char *root)
{
	struct configs *configs = arena_new(arena, struct configs);

	configs->arena = arena;
	configs->rules = rules;
	configs->rule_count = rule_count;
	configs->root = root;
	configs->top = find_top(arena, root);
	return configs;
}

void configs_release(struct configs *configs)
{
	names_release(&configs->folders);
	names_release(&configs->paths);
	names_release(&configs->chains);
}

bool configs_override(struct configs *configs, enum config_key key, const char *text, const char *from,
		      struct err *err)
{
	if (!config_check(key, text, arena_printf(configs->arena, "option '%s'", from), err))
		return false;
	configs->command_line[key] = (struct override){ text, from };
	return true;
}

bool configs_environment(struct configs *configs, struct err *err)
{
	for (size_t key = 0; key < KEY_COUNT; key++) {
		char *variable = arena_printf(configs->arena, "SNAG_%s", config_key_name((enum config_key)key));
		const char *text;

		for (char *p = variable; *p; p++)
			*p = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
		text = getenv(variable);
		if (!text || !text[0])
			continue;
		if (!config_check((enum config_key)key, text, variable, err))
			return false;
		configs->environment[key] = (struct override){ arena_strdup(configs->arena, text), variable };
	}
	return true;
}

bool config_file_is_root(struct arena *arena, const char *path)
{
	struct config_file file = { .name = path };
	size_t length;
	char *bytes;

	return file_read(arena, path, YAML_SIZE_LIMIT, &bytes, &length, NULL) &&
	       yaml_read(arena, path, bytes, length, &file.root, NULL) && config_stops(&file);
}

/* --- files ---------------------------------------------------------------------- */

/* The file, read once; NULL where it is broken. */
static const struct config_file *read_file(struct configs *configs, const char *folder, const char *path,
					   struct err *err)
{
	uint32_t known = names_find(&configs->paths, path);
	struct config_file file = { .folder = folder, .name = path_below(configs->root, path) };
	char *bytes;
	size_t length;

	if (known != NAMES_NONE)
		return &configs->files.items[known];
	if (!file_read(configs->arena, path, YAML_SIZE_LIMIT, &bytes, &length, err) ||
	    !yaml_read(configs->arena, file.name, bytes, length, &file.root, err))
		return NULL;
	names_add(&configs->paths, path);
	vec_push(configs->arena, &configs->files, file);
	return &configs->files.items[configs->files.len - 1];
}

/* Files that hold in a folder, nearest first. */
struct chain {
	struct config_file files[CHAIN_LIMIT];
	size_t count;
	const char *nearest; /* path of the first, or "" */
};

static bool find_chain(struct configs *configs, const char *folder, struct chain *chain, struct err *err)
{
	chain->count = 0;
	chain->nearest = "";
	for (;; folder = path_folder(configs->arena, folder)) {
		const char *path = path_join(configs->arena, folder, CONFIG_FILE_NAME);
		const struct config_file *file;

		if (file_exists(path)) {
			if (!(file = read_file(configs, folder, path, err)))
				return false;
			if (chain->count == CHAIN_LIMIT)
				return err_set(err, "%s: more than %d configurations above each other", file->name,
					       CHAIN_LIMIT);
			if (!chain->count)
				chain->nearest = path;
			chain->files[chain->count++] = *file;
			if (config_stops(file))
				return true;
		}
		if (!strcmp(folder, configs->top) || !folder[1] || has_repository(configs->arena, folder))
			return true;
	}
}

/* --- merging -------------------------------------------------------------------- */

static void set_defaults(struct configs *configs, struct config *config)
{
	static const char from[] = "default";

	for (size_t key = 0; key < KEY_COUNT; key++)
		config_set(configs->arena, config, (enum config_key)key, config_key_default((enum config_key)key), from);
	config->rules = arena_array(configs->arena, struct config_rule, configs->rule_count);
	config->rule_count = configs->rule_count;
	for (size_t i = 0; i < configs->rule_count; i++) {
		struct config_rule *rule = &config->rules[i];

		*rule = (struct config_rule){ .info = configs->rules[i], .off = configs->rules[i]->preview,
					      .level = configs->rules[i]->level, .level_from = from };
		for (size_t k = 0; k < RULE_OPTION_LIMIT; k++) {
			rule->options[k] = rule->info->options[k].value;
			rule->option_from[k] = from;
		}
	}
}

static void apply_overrides(struct configs *configs, const struct override *overrides, struct config *config)
{
	for (size_t key = 0; key < KEY_COUNT; key++)
		if (overrides[key].text)
			config_set(configs->arena, config, (enum config_key)key, overrides[key].text,
				   overrides[key].from);
}

static const struct config *merge(struct configs *configs, const struct chain *chain, struct err *err)
{
	struct config *config = arena_new(configs->arena, struct config);

	set_defaults(configs, config);
	for (size_t i = chain->count; i-- > 0;)
		if (!config_apply(configs->arena, &chain->files[i], config, err))
			return NULL;
	for (size_t i = 0; i < chain->count; i++)
		vec_push(configs->arena, &config->files, chain->files[i].name);
	apply_overrides(configs, configs->environment, config);
	apply_overrides(configs, configs->command_line, config);
	return config;
}

/* Whether a folder is the other one or lies below it. */
static bool lies_in(const char *folder, const char *other)
{
	return !strcmp(folder, other) || path_below(other, folder) != folder;
}

/* What lies elsewhere is configured like the project's root. */
static const char *asked_folder(const struct configs *configs, const char *folder)
{
	return lies_in(folder, configs->top) ? folder : configs->root;
}

const struct config *configs_at(struct configs *configs, const char *folder, struct err *err)
{
	uint32_t known, number;
	const struct config *config;
	struct chain chain;

	folder = asked_folder(configs, folder);
	known = names_find(&configs->folders, folder);
	if (known != NAMES_NONE)
		return configs->of_folder.items[known];
	if (!find_chain(configs, folder, &chain, err))
		return NULL;
	number = names_find(&configs->chains, chain.nearest);
	config = number != NAMES_NONE ? configs->of_chain.items[number] : merge(configs, &chain, err);
	if (!config)
		return NULL;
	if (number == NAMES_NONE) {
		names_add(&configs->chains, chain.nearest);
		vec_push(configs->arena, &configs->of_chain, config);
	}
	names_add(&configs->folders, folder);
	vec_push(configs->arena, &configs->of_folder, config);
	return config;
}

const struct config *configs_of(const struct configs *configs, const char *file)
{
	struct arena scratch = { 0 };
	const char *folder = asked_folder(configs, path_folder(&scratch, file));
	uint32_t known = names_find(&configs->folders, folder);

	arena_release(&scratch);
	if (known == NAMES_NONE)
		known = names_find(&configs->folders, configs->root);
	BUG_IF(known == NAMES_NONE);
	return configs->of_folder.items[known];
}

bool configs_rule_on(const struct configs *configs, const struct rule_info *info)
{
	for (size_t i = 0; i < configs->of_chain.len; i++)
		if (!config_rule(configs->of_chain.items[i], info)->off)
			return true;
	return false;
}

void configs_print(const struct configs *configs, struct strbuf *out)
{
	for (size_t i = 0; i < configs->of_chain.len; i++)
		config_print(configs->of_chain.items[i], out);
}

void configs_models(struct configs *configs, struct arena *arena, struct model_extension *extension)
{
	for (size_t i = 0; i < configs->of_chain.len; i++) {
		const struct config *config = configs->of_chain.items[i];

		for (size_t m = 0; m < config->models.len; m++)
			extension_add(arena, extension, config_model_row(&config->models.items[m]));
	}
}

/* --- answers -------------------------------------------------------------------- */

bool config_covers(const struct config_pattern *patterns, size_t count, const char *file)
{
	for (size_t i = 0; i < count; i++)
		if (lies_in(file, patterns[i].folder) &&
		    pattern_fits(patterns[i].text, path_below(patterns[i].folder, file)))
			return true;
	return false;
}

const struct config_rule *config_rule(const struct config *config, const struct rule_info *info)
{
	for (size_t i = 0; i < config->rule_count; i++)
		if (config->rules[i].info == info)
			return &config->rules[i];
	BUG_IF(true);
	return NULL;
}

int64_t config_rule_option(const struct config *config, const struct rule_info *info, const char *option)
{
	for (size_t i = 0; i < RULE_OPTION_LIMIT && info->options[i].name; i++)
		if (!strcmp(info->options[i].name, option))
			return config ? config_rule(config, info)->options[i] : info->options[i].value;
	BUG_IF(true);
	return 0;
}
