/* `snag config`: what is configured, and where. */
#include "cli/cli.h"

#include "base/files.h"
#include "cli/settings.h"
#include "cli/terminal.h"

#include <string.h>

/* The folder that the operand names or lies in; it need not be there. */
static const char *asked_folder(struct arena *arena, const char *cwd, const char *operand)
{
	const char *path = path_join(arena, cwd, operand ? operand : ".");

	return folder_exists(path) ? path : path_folder(arena, path);
}

static int show(struct arena *arena, const struct options *options, const char *operand)
{
	struct settings settings = { 0 };
	struct project project = { 0 };
	struct sources sources;
	struct strbuf text = { 0 };
	struct err err = { 0 };
	bool ok = settings_check(options, &err) && sources_none(arena, &sources, &err);

	if (ok)
		sources.folder = asked_folder(arena, sources.cwd, operand);
	ok = ok &&
	     settings_find(arena, options, &sources, &project, &settings, &err);
	if (ok) {
		config_print(settings.config, &text);
		fputs(strbuf_text(&text), stdout);
		ok = terminal_flush(&err);
	}
	strbuf_release(&text);
	settings_release(&settings);
	return ok ? CLI_CLEAN : cli_trouble(&err);
}

static int run_config(struct arena *arena, const struct options *options)
{
	size_t operands = options->operands.len;
	struct err err = { 0 };

	if (!operands || operands > 2 || strcmp(options->operands.items[0], "show") != 0 || options->dashes) {
		err_set(&err, "usage: snag config show [FILE]");
		return cli_trouble(&err);
	}
	return show(arena, options, operands == 2 ? options->operands.items[1] : NULL);
}

static const struct option_row config_options[] = {
	OPTION_LIBC, OPTION_HOST, OPTION_FAIL_ON, OPTION_LEVEL, OPTION_JOBS, OPTION_TIMEOUT, OPTION_ROOT,
};

const struct cli_command command_config = {
	.name = "config",
	.synopsis = "show [FILE]",
	.help = "Show what is configured for a file or folder, and where",
	CLI_OPTIONS(config_options),
	.run = run_config,
};
