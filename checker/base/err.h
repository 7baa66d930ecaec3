/* Failures of the world: what went wrong, worded once by the lowest level that knows. */
#ifndef SNAG_BASE_ERR_H
#define SNAG_BASE_ERR_H

#include <stdarg.h>
#include <stdbool.h>

/* A zeroed struct err is "no error". The text is one line: what, where, what to do. */
struct err {
	char text[1024];
};

/*
 * Words the error and returns false, so that a function can end in
 * `return err_set(err, …)`. A text that is there already stays: the lowest
 * level worded it and knows best. `err` may be NULL where nobody asks.
 */
bool err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Our own bugs end the program at once: an answer after them can't be trusted. */
_Noreturn void bug(const char *file, int line, const char *what);
#define BUG_IF(condition) ((condition) ? bug(__FILE__, __LINE__, #condition) : (void)0)

#endif
