/* Failures of the world and of ourselves. */
#include "base/err.h"

#include <stdio.h>
#include <stdlib.h>

bool err_set(struct err *err, const char *format, ...)
{
	if (err && !err->text[0]) {
		va_list args;

		va_start(args, format);
		vsnprintf(err->text, sizeof err->text, format, args);
		va_end(args);
	}
	return false;
}

void bug(const char *file, int line, const char *what)
{
	fprintf(stderr, "snag: internal error at %s:%d: %s\n", file, line, what);
	abort();
}
