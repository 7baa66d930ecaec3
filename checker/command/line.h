/* A compiler's command line, word for word: options, and files with the language that each is in. */
#ifndef SNAG_COMMAND_LINE_H
#define SNAG_COMMAND_LINE_H

#include "command/options.h"

/* A walk over the words behind the compiler's name. Begin with a zeroed one that has `words` set. */
struct line_walk {
	const struct words *words;
	size_t at;            /* the next word; 0 stands for 1 */
	bool only_files;      /* behind `--` */
	const char *language; /* of -x for the files that follow, or NULL */
};

enum line_part { LINE_END, LINE_OPTION, LINE_FILE };

/* `*word` is the option's first word or the file; `option` is filled for an option only. */
enum line_part line_next(struct line_walk *walk, struct option *option, const char **word);

/*
 * The language of a file where the walk stands, in clang's words ("c", "c++",
 * "cpp-output", "c++-cpp-output"), or NULL for what is no C or C++ source. A
 * compiler for C++, told by its name, takes C files for C++ as well.
 */
const char *line_language(const struct line_walk *walk, const char *file);
/* As above by the file's name alone, as clang sees it. */
const char *language_of_name(const char *file);

struct line_source {
	const char *given, *language;
};

/* What a command line does. */
struct line {
	VEC(struct line_source) sources;
	size_t file_count;  /* sources, objects and all else that is no option */
	const char *output; /* -o, or NULL */
	bool only_objects;  /* -c */
	bool ends;          /* nothing is compiled: -E, -M, --version … */
};

void line_read(struct arena *arena, const struct words *words, struct line *line);

#endif
