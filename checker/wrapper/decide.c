/* Reads a compiler's command line for the wrapper. */
#include "wrapper/decide.h"

#include "base/files.h"
#include "command/collect.h"
#include "command/line.h"
#include "wrapper/link.h"

#include <string.h>

bool is_probe_path(const char *path)
{
	static const char *const beginnings[] = { "conftest", "cmTC_", "_configtest" };
	static const char *const folders[] = { "/CMakeFiles/CMakeScratch/", "/CMakeFiles/CMakeTmp/", "/CompilerIdC/",
					       "/CompilerIdCXX/", "/meson-private/", "/.conf_check_" };
	const char *base = path_base(path);

	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		if (!strncmp(base, beginnings[i], strlen(beginnings[i])))
			return true;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (strstr(path, folders[i]))
			return true;
	return false;
}

/* What stands on a command line besides options. */
struct operands {
	size_t files, sources, assembler;
	bool standard_input, probe;
};

static bool is_assembler(const struct line_walk *walk, const char *file)
{
	const char *dot = strrchr(path_base(file), '.');

	if (walk->language)
		return !strncmp(walk->language, "assembler", 9);
	return dot && (!strcmp(dot, ".s") || !strcmp(dot, ".S") || !strcmp(dot, ".sx"));
}

static void look_at(struct arena *arena, const char *folder, const struct words *words, struct operands *operands)
{
	struct line_walk walk = { .words = words };
	struct option option;
	enum line_part part;
	const char *word;

	operands->probe = is_probe_path(arena_printf(arena, "%s/", folder));
	while ((part = line_next(&walk, &option, &word)) != LINE_END) {
		if (part == LINE_OPTION) {
			if (option.fate == OPTION_OUTPUT)
				operands->probe |= is_probe_path(path_join(arena, folder, option.value));
			continue;
		}
		operands->files++;
		operands->sources += line_language(&walk, word) != NULL;
		operands->assembler += is_assembler(&walk, word);
		operands->standard_input |= !strcmp(word, "-") || !strcmp(word, "/dev/stdin");
		operands->probe |= is_probe_path(path_join(arena, folder, word));
	}
}

/* Why this command is none of ours, or NULL. */
static const char *why_passed(const struct operands *operands, const struct line *line)
{
	if (operands->probe)
		return "a configure script's probe";
	if (line->ends)
		return "it compiles nothing";
	if (operands->standard_input)
		return "it reads standard input";
	if (!operands->files)
		return "it names no file";
	if (!operands->sources && operands->assembler == operands->files)
		return "assembler";
	if (!operands->sources && line->only_objects)
		return "no C or C++";
	return NULL;
}

void decide(struct arena *arena, const char *folder, const struct words *words, struct decision *decision)
{
	struct raw_command raw = { .folder = folder, .words = *words };
	struct operands operands = { 0 };
	struct words expanded = { 0 };
	struct line line;

	*decision = (struct decision){ 0 };
	if (!words_expand(arena, folder, words, &expanded, NULL)) {
		decision->passed = "its response files lead to each other";
		return;
	}
	line_read(arena, &expanded, &line);
	look_at(arena, folder, &expanded, &operands);
	decision->is_probe = operands.probe;
	decision->passed = why_passed(&operands, &line);
	if (decision->passed)
		return;
	if (!commands_add(arena, &decision->commands, &raw, NULL)) {
		decision->passed = "its command line can't be read";
		return;
	}
	commands_finish(&decision->commands);
	decision->link = link_of(arena, folder, &expanded, &decision->commands);
	if (!decision->commands.all.len && !decision->link)
		decision->passed = "no C or C++";
}
