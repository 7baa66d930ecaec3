/* A compiler's command line, word for word: options, and files with the language that each is in. */
#include "command/line.h"

#include "base/files.h"

#include <string.h>

static const struct {
	const char *suffix, *language;
} languages[] = {
	{ "c", "c" },	  { "i", "cpp-output" }, { "cc", "c++" },  { "cpp", "c++" }, { "cxx", "c++" },
	{ "C", "c++" },	  { "cp", "c++" },	 { "CPP", "c++" }, { "CXX", "c++" }, { "c++", "c++" },
	{ "C++", "c++" }, { "ii", "c++-cpp-output" },
};

const char *language_of_name(const char *file)
{
	const char *base = path_base(file), *dot = strrchr(base, '.');

	for (size_t i = 0; dot && i < sizeof languages / sizeof *languages; i++)
		if (!strcmp(dot + 1, languages[i].suffix))
			return languages[i].language;
	return NULL;
}

/* The language's own name where it is one of ours. */
static const char *known_language(const char *name)
{
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
		if (!strcmp(name, languages[i].language))
			return languages[i].language;
	return NULL;
}

const char *line_language(const struct line_walk *walk, const char *file)
{
	const char *compiler = walk->words->all.len ? walk->words->all.items[0] : "", *language;

	if (!strcmp(file, "-") || !strcmp(file, "/dev/stdin"))
		return NULL; /* it is gone by now */
	if (walk->language)
		return known_language(walk->language);
	language = language_of_name(file);
	if (!language || !strstr(path_base(compiler), "++"))
		return language;
	return strstr(language, "cpp-output") ? "c++-cpp-output" : "c++";
}

enum line_part line_next(struct line_walk *walk, struct option *option, const char **word)
{
	const struct words *words = walk->words;

	walk->at += walk->at == 0;
	if (walk->at < words->all.len && !walk->only_files && !strcmp(words->all.items[walk->at], "--")) {
		walk->only_files = true;
		walk->at++;
	}
	if (walk->at >= words->all.len)
		return LINE_END;
	*word = words->all.items[walk->at];
	if (walk->only_files || !option_read(words, walk->at, option)) {
		walk->at++;
		return LINE_FILE;
	}
	walk->at += option->words;
	if (option->fate == OPTION_LANGUAGE)
		walk->language = strcmp(option->value, "none") ? option->value : NULL;
	return LINE_OPTION;
}

void line_read(struct arena *arena, const struct words *words, struct line *line)
{
	struct line_walk walk = { .words = words };
	struct option option;
	enum line_part part;
	const char *word;

	*line = (struct line){ 0 };
	while ((part = line_next(&walk, &option, &word)) != LINE_END) {
		const char *language = part == LINE_FILE ? line_language(&walk, word) : NULL;

		if (part == LINE_FILE)
			line->file_count++;
		else if (option.fate == OPTION_OUTPUT)
			line->output = option.value;
		else if (option.fate == OPTION_COMPILE)
			line->only_objects = true;
		else if (option.fate == OPTION_ENDS)
			line->ends = true;
		if (language)
			vec_push(arena, &line->sources, (struct line_source){ word, language });
	}
}
