/* The arguments of a compile as libclang can take them. */
#include "command/command.h"

#include "base/files.h"
#include "command/line.h"

#include <string.h>

/*
 * Nothing is printed, no number of errors ends the parse, and old C, which gcc
 * compiled, isn't an error. Without __NO_CTYPE calls of isspace and the like
 * would be look-ups in a table.
 */
static const char *const always[] = {
	"-w",
	"-ferror-limit=0",
	"-D__NO_CTYPE",
	"-Wno-error=implicit-function-declaration",
	"-Wno-error=implicit-int",
	"-Wno-error=int-conversion",
	"-Wno-error=incompatible-function-pointer-types",
	"-Wno-error=return-mismatch",
};

static bool is_kept(const struct option *option, bool reduced)
{
	return option->fate == OPTION_ESSENTIAL || (option->fate == OPTION_KEEP && !reduced);
}

static bool names(const struct words *words, const char *name)
{
	for (size_t i = 0; i < words->all.len; i++)
		if (!strcmp(words->all.items[i], name))
			return true;
	return false;
}

/* The header that a precompiled one (`words.h.pch`) was made of, where it lies beside it and isn't included as well. */
static const char *header_of(struct arena *arena, const struct command *command, const struct words *words,
			     const char *precompiled)
{
	const char *dot = strrchr(precompiled, '.');
	char *header;

	if (!dot || (strcmp(dot, ".pch") != 0 && strcmp(dot, ".gch") != 0))
		return NULL;
	header = arena_strndup(arena, precompiled, (size_t)(dot - precompiled));
	if (names(words, header) || !file_exists(path_join(arena, command->folder, header)))
		return NULL;
	return header;
}

/* Options in their order, and the language of the command's source. */
static const char *add_options(struct arena *arena, const struct command *command, const struct words *words,
			       bool reduced, struct words *out)
{
	struct line_walk walk = { .words = words };
	const char *language = NULL, *word, *header;
	struct option option;
	enum line_part part;

	while ((part = line_next(&walk, &option, &word)) != LINE_END) {
		if (part == LINE_FILE && !language && !strcmp(word, command->given))
			language = line_language(&walk, word);
		if (part != LINE_FILE && !strcmp(word, "-include-pch") && option.value &&
		    (header = header_of(arena, command, words, option.value))) {
			vec_push(arena, &out->all, "-include");
			vec_push(arena, &out->all, header);
		}
		if (part == LINE_FILE || !is_kept(&option, reduced))
			continue;
		vec_push(arena, &out->all, word);
		if (option.words == 2)
			vec_push(arena, &out->all, option.value);
	}
	return language;
}

/* A source is never to be taken for an option or a response file. */
static const char *safe_name(struct arena *arena, const char *given)
{
	return given[0] == '-' || given[0] == '@' ? arena_printf(arena, "./%s", given) : given;
}

const char *const *command_for_libclang(struct arena *arena, const struct command *command, bool reduced, size_t *count)
{
	struct words words = { 0 }, flat = { 0 }, out = { 0 };
	const char *language, *by_name = language_of_name(command->given);

	for (size_t i = 0; i < command->arguments.len; i++)
		vec_push(arena, &words.all, command->arguments.items[i]);
	options_flatten(arena, &words, &flat);
	for (size_t i = 0; i < command->before.len; i++)
		vec_push(arena, &out.all, command->before.items[i]);
	language = add_options(arena, command, &flat, reduced, &out);
	for (size_t i = 0; i < command->behind.len; i++)
		vec_push(arena, &out.all, command->behind.items[i]);
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		vec_push(arena, &out.all, always[i]);
	if (language && (!by_name || strcmp(language, by_name) != 0)) {
		vec_push(arena, &out.all, "-x");
		vec_push(arena, &out.all, language);
	}
	vec_push(arena, &out.all, safe_name(arena, command->given));
	*count = out.all.len;
	vec_push(arena, &out.all, NULL);
	return out.all.items;
}
