/* What must be read from the source's characters, since the cursor tree hides it. Knows no libclang. */
#ifndef SNAG_FRONT_TEXT_H
#define SNAG_FRONT_TEXT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A token as spelled. Comments, blanks and spliced lines are none. */
struct token {
	const char *text;
	size_t length;
};

struct scanner {
	const char *at, *end;
};

bool scanner_next(struct scanner *scanner, struct token *token);
bool token_is(const struct token *token, const char *text);

/* Length of the identifier at `text`, 0 where there is none. */
size_t identifier_length(const char *text, const char *end);

/* Which of the three slots of `for (…; …; …)` hold something; false where the text at `for` reads differently. */
bool text_for_slots(const char *at, const char *end, bool present[3]);

/* Whether a `;` stands inside the parentheses that follow the first word: `if (init; condition)`. */
bool text_has_init(const char *at, const char *end);

/* Whether `asm` is followed by `goto` among the words before its bracket. */
bool text_asm_jumps(const char *at, const char *end);

/* Behind blanks, comments and whole lines of directives. */
const char *text_behind_directives(const char *at, const char *end);

/* The name of the function whose body begins with the brace at `brace`; of length 0 where it can't be read. */
const char *text_defined_name(const char *start, const char *brace, size_t *length);

/* A piece of text as the tokens of one statement (findings are identified by it). */
struct tokens_range {
	size_t start, end;  /* the expression or declaration */
	size_t name;	    /* offset of the declared name, or SIZE_MAX: no declarator */
	size_t outer_start; /* where the macro is used that `start` is an argument of; else equal to `start` */
};

#define STATEMENT_FIRST_TOKENS 48
#define STATEMENT_LAST_TOKENS 16

/* The tokens with one space between; `range` is widened or narrowed to what they cover. */
const char *text_statement(struct arena *arena, const char *text, size_t length, struct tokens_range *range);

/*
 * Undoes the escapes of a literal as libclang spells it: prefix, quotes, octal
 * and simple escapes. `char_size` is that of the array's element.
 */
char *text_unescape(struct arena *arena, const char *spelling, uint32_t *length, uint32_t *char_size);

#endif
