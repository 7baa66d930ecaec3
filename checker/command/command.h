/* Compile commands: from a compile database or the command line to arguments that libclang can take. Knows no libclang itself. */
#ifndef SNAG_COMMAND_COMMAND_H
#define SNAG_COMMAND_COMMAND_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

/* One source of one compile. */
struct command {
	const char *folder;  /* working folder of the compile, absolute */
	const char *file;    /* the source, absolute and normal */
	const char *given;   /* the source as the command names it */
	const char *output;  /* the object, absolute, or "" */
	VEC(const char *) arguments; /* the compiler and everything after it, response files expanded */
	/* What its compiler does by itself, as options of libclang: in front of its own options, and behind them. */
	VEC(const char *) before, behind;
	const char *unread;  /* a response file that can't be read, so that its options are missing; or NULL */
	const char *configuration; /* digest of the arguments that change meaning: tells variants of one file apart */
};

struct commands {
	VEC(struct command) all; /* sorted by file, then configuration; equal ones once */
	size_t others;           /* command lines that compile no C or C++: assembler, links */
};

/*
 * Reads a compile database (a file, or a folder that holds
 * compile_commands.json). Both forms: `arguments`, and `command` with a shell's
 * quoting. A broken entry fails the whole with its number, so that nothing is
 * skipped unseen.
 */
bool commands_read(struct arena *arena, const char *path, struct commands *commands, struct err *err);

/* Files with the flags that stood after `--`. */
bool commands_from_files(struct arena *arena, const char *cwd, char *const *files, size_t file_count,
			 char *const *flags, size_t flag_count, struct commands *commands, struct err *err);

/*
 * Arguments for libclang, NULL-terminated (`count` without the NULL), the source
 * last. What writes files, prints, loads code or means nothing to a parse is
 * gone. `reduced` keeps only macros, include folders and files, the language and
 * the system root: for a retry where libclang refuses the rest. The caller puts
 * the path of clang itself in front, and parses with `folder` as working folder:
 * relative paths stand as they are given.
 */
const char *const *command_for_libclang(struct arena *arena, const struct command *command, bool reduced, size_t *count);

#endif
