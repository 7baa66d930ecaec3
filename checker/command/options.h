/* What compilers' options mean to us: how many words one takes, and whether it changes what the source means. */
#ifndef SNAG_COMMAND_OPTIONS_H
#define SNAG_COMMAND_OPTIONS_H

#include "command/words.h"

enum option_fate {
	OPTION_KEEP,      /* may change meaning; unknown ones, too */
	OPTION_ESSENTIAL, /* kept even in the reduced list */
	OPTION_DROP,      /* output, diagnostics, linking, optimisation: no meaning, or harm in our hands */
	OPTION_LANGUAGE,  /* -x */
	OPTION_OUTPUT,    /* -o */
	OPTION_COMPILE,   /* -c: dropped, but tells where the object goes */
	OPTION_ENDS,      /* the compiler only preprocesses, or tells of itself: there is no unit */
};

struct option {
	enum option_fate fate;
	bool is_path;      /* the value is a file or folder, seen from the command's folder */
	size_t words;      /* 1 or 2; 2 even where the second one is missing */
	const char *value; /* of an option with a value; "" where it has none */
	size_t name_length; /* of the first word: before a joined value */
};

/* Reads the option at `words[at]`. False for a file: a word that begins with no '-', or "-" itself. */
bool option_read(const struct words *words, size_t at, struct option *option);

/*
 * Options meant for another program in the pipeline, as plain ones:
 * -Wp,-DX and -Xpreprocessor -DX become -DX, -Xclang -include -Xclang F becomes
 * -include F. What else they carry is dropped: it writes files or loads code.
 */
void options_flatten(struct arena *arena, const struct words *words, struct words *flat);

#endif
