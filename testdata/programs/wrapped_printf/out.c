/* A wrapper of vfprintf: the callers' formats matter. */
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>

static FILE *out;

static void emit(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(out, format, args);
	va_end(args);
}

int main(void)
{
	setlocale(LC_ALL, "");
	out = fopen("drawing.ps", "w");
	if (!out)
		return 1;
	emit("%%!PS\n");
	emit("%.2f %.2f moveto\n", 1.5, 2.5);
	return fclose(out);
}
