/* What a compiler is found to do by itself: header folders, target, sizes; and how libclang is told to do the same. */
#ifndef SNAG_COMMAND_TOOLCHAIN_H
#define SNAG_COMMAND_TOOLCHAIN_H

#include "command/command.h"

/* Folders of system headers, in the compiler's order, but for its own (stddef.h and the like), for which libclang has its own. */
struct toolchain {
	const char *target; /* as the compiler names it, or "" */
	unsigned pointer_size, long_size;
	bool char_unsigned;
	bool has_folders;
	VEC(const char *) before, after; /* the place of the compiler's own headers */
};

/* Reads what `COMPILER -E -v -dM` printed. False where it says nothing of folders and macros. */
bool toolchain_read(struct arena *arena, const char *folder, const char *output, struct toolchain *toolchain);

/* As text, and back: how it is kept. */
char *toolchain_text(struct arena *arena, const struct toolchain *toolchain);
bool toolchain_parse(struct arena *arena, const char *text, struct toolchain *toolchain);

/*
 * Puts into the command what libclang needs to see the same. What the command
 * itself says of folders, target or the sign of char stays. Plain char is signed
 * unless the command says otherwise, whatever the target: code runs on others, too.
 */
void toolchain_apply(struct arena *arena, const struct toolchain *toolchain, struct command *command);

#endif
