/* Lays the command line over the environment over the files, and applies what is decided to the sources. */
#include "cli/settings.h"

#include "base/files.h"
#include "command/probe.h"
#include "config/pattern.h"
#include "rules/rules.h"

#include <stdio.h>
#include <string.h>

/* Options that set a key, where a command has them. */
static const struct {
	const char *option;
	enum config_key key;
} overrides[] = {
	{ "--libc", KEY_LIBC },   { "--host", KEY_HOST }, { "--fail-on", KEY_FAIL_ON },
	{ "--level", KEY_LEVEL }, { "-j", KEY_JOBS },     { "--timeout", KEY_TIMEOUT },
};

static struct configs *new_configs(struct arena *arena, const char *root)
{
	const struct rule_info **infos = arena_array(arena, const struct rule_info *, rules_count);

	for (size_t i = 0; i < rules_count; i++)
		infos[i] = &rules_all[i]->info;
	return configs_new(arena, infos, rules_count, root);
}

bool settings_check(const struct options *options, struct err *err)
{
	const char *root = option_value(options, "--root", NULL);

	for (size_t i = 0; i < sizeof overrides / sizeof *overrides; i++) {
		const char *text = option_value(options, overrides[i].option, NULL);
		char what[64];

		snprintf(what, sizeof what, "option '%s'", overrides[i].option);
		if (text && !config_check(overrides[i].key, text, what, err))
			return false;
	}
	return !root || folder_exists(root) || err_set(err, "option '--root': '%s' is not a folder", root);
}

static bool override_all(const struct options *options, struct configs *configs, struct err *err)
{
	for (size_t i = 0; i < sizeof overrides / sizeof *overrides; i++) {
		const char *text = option_value(options, overrides[i].option, NULL);

		if (text && !configs_override(configs, overrides[i].key, text, overrides[i].option, err))
			return false;
	}
	return true;
}

/* Asks for the folder of each source, so that every mistake in a file shows before anything is scanned. */
static bool ask_all(struct arena *arena, const struct sources *sources, struct configs *configs, struct err *err)
{
	for (size_t i = 0; i < sources->commands.all.len; i++)
		if (!configs_at(configs, path_folder(arena, sources->commands.all.items[i].file), err))
			return false;
	return true;
}

static size_t exclude(const struct configs *configs, struct sources *sources)
{
	struct commands *commands = &sources->commands;
	size_t kept = 0, all = commands->all.len;

	for (size_t i = 0; i < all; i++) {
		const struct config *config = configs_of(configs, commands->all.items[i].file);

		if (!config_covers(config->exclude.items, config->exclude.len, commands->all.items[i].file))
			commands->all.items[kept++] = commands->all.items[i];
	}
	commands->all.len = kept;
	return all - kept;
}

bool settings_find(struct arena *arena, const struct options *options, struct sources *sources,
		   struct project *project, struct settings *settings, struct err *err)
{
	struct model_extension models = { 0 };

	project_find(arena, options, sources, project);
	settings->configs = new_configs(arena, project->root);
	if (!configs_environment(settings->configs, err) || !override_all(options, settings->configs, err) ||
	    !configs_at(settings->configs, project->root, err) || !ask_all(arena, sources, settings->configs, err))
		return false;
	settings->config = configs_at(settings->configs, sources->folder ? sources->folder : project->root, err);
	if (!settings->config)
		return false;
	configs_models(settings->configs, arena, &models);
	models_extend(arena, &models);
	settings->models = extension_text(arena, &models);
	settings->excluded = exclude(settings->configs, sources);
	return true;
}

void settings_release(struct settings *settings)
{
	struct arena none = { 0 };

	models_extend(&none, &(struct model_extension){ 0 });
	if (settings->configs)
		configs_release(settings->configs);
	arena_release(&none);
}

/* Patterns of compilers are whole paths. */
static bool trusts(const void *data, const struct command *command, const char *path)
{
	const struct config *config = configs_of(data, command->file);

	for (size_t i = 0; i < config->compilers.len; i++)
		if (pattern_fits(config->compilers.items[i].text, path + 1))
			return true;
	return false;
}

void settings_probe(struct arena *arena, const struct settings *settings, const struct project *project,
		    struct sources *sources, void (*tell)(const char *format, ...))
{
	const char *home = path_join(arena, project->root, ".snag");
	/* Whoever only looks, or keeps things elsewhere, makes no folder. */
	bool kept = folder_exists(home);
	struct probe_options options = { .folder = kept ? path_join(arena, home, "probe") : NULL,
					 .root = project->root,
					 .trusted = trusts,
					 .data = settings->configs };
	struct probes *probes = probes_new(arena, &options);

	for (size_t i = 0; i < sources->commands.all.len; i++) {
		const char *note;

		probe_command(probes, &sources->commands.all.items[i], &note);
		if (note && tell && !sources->all_one_program)
			tell("%s", note);
	}
	probes_release(probes);
}

bool settings_max_days(struct arena *arena, const char *root, unsigned *days, struct err *err)
{
	struct configs *configs = new_configs(arena, root);
	const struct config *config = configs_environment(configs, err) ? configs_at(configs, root, err) : NULL;

	if (config)
		*days = config_number(config, KEY_MAX_DAYS);
	configs_release(configs);
	return config != NULL;
}

unsigned settings_jobs(const struct settings *settings)
{
	unsigned jobs = config_number(settings->config, KEY_JOBS);

	return jobs ? jobs : processor_count();
}
