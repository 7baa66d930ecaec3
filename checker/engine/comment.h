/* Comments of C and C++, and what of the code stands around them. */
#ifndef SNAG_ENGINE_COMMENT_H
#define SNAG_ENGINE_COMMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One walk over a text. Zeroed but for the first three, which are its bounds and its place. */
struct comments {
	const char *text, *end, *at;
	uint32_t line;         /* of `at`, from 1 */
	const char *line_start;
	bool code_before;      /* on this line something but blanks and comments has been seen */
	bool directive;        /* this line, or the one that it continues, begins with '#' */
	const char *directive_start;
};

struct comment {
	const char *start, *end;   /* with its marks */
	uint32_t line, end_line;
	const char *line_start;
	bool code_before;          /* on its first line */
	bool code_behind;          /* on its last line */
	const char *directive;     /* where the '#' of its directive stands, or NULL */
};

void comments_begin(struct comments *comments, const char *text, size_t length);
bool comments_next(struct comments *comments, struct comment *comment);

/* From `at` on line `line`: the lines of the next statement, over blanks and comments; false where there is none. */
bool statement_lines(const char *at, const char *end, uint32_t line, uint32_t *first, uint32_t *last,
		     const char **start);

/* The name that `#define` at `directive` gives; of length 0 where it is another directive. */
const char *defined_name(const char *directive, const char *end, size_t *length);

#endif
