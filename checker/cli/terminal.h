/* The two standard streams: colour, progress, and lines that hold no control bytes. */
#ifndef SNAG_CLI_TERMINAL_H
#define SNAG_CLI_TERMINAL_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* "snag: TEXT" as one line on stderr, control bytes shown as '?'. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* One line, control bytes shown as '?'. */
void print_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Paragraphs of `text` broken at `width`, each line `indent` blanks in; lines that begin with a blank stay as they are. */
void print_wrapped(FILE *out, const char *text, size_t width, size_t indent);

/* Whether stdout gets colour: `when` is "always", "never" or "auto", which asks the environment, then the terminal. */
bool terminal_color(const char *when);
bool terminal_color_on(int fd, const char *when);
/* Columns of the terminal at stdout; 80 where it is none. */
size_t terminal_width(void);
/* False where something printed to stdout is lost. */
bool terminal_flush(struct err *err);

struct progress {
	bool on;
	const char *root;
	size_t width;
};

void progress_begin(struct progress *progress, const char *root, bool quiet);
/* Rewrites the line; a function for check_options.progress. */
void progress_show(void *progress, size_t done, size_t total, const char *file);
/* Erases the line. */
void progress_end(struct progress *progress);

#endif
