/* What the two standard streams need to know of terminals. */
#include "cli/terminal.h"

#include "base/files.h"
#include "base/strbuf.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void print_safe(FILE *out, const char *prefix, const char *format, va_list args)
{
	va_list again;
	int length;
	char *text;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	text = xmalloc((size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, args);
	for (char *p = text; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = '?';
	fprintf(out, "%s%s\n", prefix, text);
	free(text);
}

void complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_safe(stderr, "snag: ", format, args);
	va_end(args);
}

void print_line(FILE *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_safe(out, "", format, args);
	va_end(args);
}

/* Columns of UTF-8 text, near enough for prose: one a code point. */
static size_t columns(const char *text, size_t length)
{
	size_t n = 0;

	for (size_t i = 0; i < length; i++)
		n += ((unsigned char)text[i] & 0xc0) != 0x80;
	return n;
}

/* One run of words up to `end`; gives the column in which it ends. */
static size_t print_words(FILE *out, const char *text, const char *end, size_t width, size_t indent, size_t column)
{
	while (text < end) {
		size_t length;

		text += strspn(text, " ");
		length = (size_t)(end - text);
		if (memchr(text, ' ', length))
			length = (size_t)((const char *)memchr(text, ' ', length) - text);
		if (!length)
			break;
		if (column && column + 1 + columns(text, length) > width) {
			fputc('\n', out);
			column = 0;
		}
		fprintf(out, "%*s", column ? 1 : (int)indent, "");
		fwrite(text, 1, length, out);
		column += (column ? 1 : indent) + columns(text, length);
		text += length;
	}
	return column;
}

void print_wrapped(FILE *out, const char *text, size_t width, size_t indent)
{
	size_t column = 0;

	while (*text) {
		const char *end = text + strcspn(text, "\n");

		if (column && (*text == ' ' || text == end)) {
			fputc('\n', out);
			column = 0;
		}
		if (text == end)
			fputc('\n', out);
		else if (*text == ' ')
			fprintf(out, "%*s%.*s\n", (int)indent, "", (int)(end - text), text);
		else
			column = print_words(out, text, end, width, indent, column);
		text = *end ? end + 1 : end;
	}
	if (column)
		fputc('\n', out);
}

static bool usable_terminal(int fd)
{
	const char *term = getenv("TERM");

	return isatty(fd) && term && term[0] && strcmp(term, "dumb") != 0;
}

static bool forced(const char *variable)
{
	const char *value = getenv(variable);

	return value && value[0] && strcmp(value, "0") != 0;
}

bool terminal_color_on(int fd, const char *when)
{
	const char *no_color = getenv("NO_COLOR"), *cli_color = getenv("CLICOLOR");

	if (strcmp(when, "auto") != 0)
		return !strcmp(when, "always");
	if (no_color && no_color[0])
		return false;
	if (forced("CLICOLOR_FORCE") || forced("FORCE_COLOR"))
		return true;
	if (cli_color && !strcmp(cli_color, "0"))
		return false;
	return usable_terminal(fd);
}

bool terminal_color(const char *when)
{
	return terminal_color_on(STDOUT_FILENO, when);
}

static size_t width_of(int fd)
{
	struct winsize size;

	/* Narrower than this, wrapped text is harder to read than a terminal's own breaks. */
	if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
		return size.ws_col;
	return 80;
}

size_t terminal_width(void)
{
	return width_of(STDOUT_FILENO);
}

bool terminal_flush(struct err *err)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	return err_set(err, "cannot write to standard output: %s", strerror(errno));
}

void progress_begin(struct progress *progress, const char *root, bool quiet)
{
	progress->on = !quiet && usable_terminal(STDERR_FILENO) && !getenv("CI");
	progress->root = root;
	progress->width = width_of(STDERR_FILENO);
}

void progress_show(void *data, size_t done, size_t total, const char *file)
{
	const struct progress *progress = data;
	struct strbuf line = { 0 };

	if (!progress->on)
		return;
	strbuf_addf(&line, "[%zu/%zu] %s", done, total, path_below(progress->root, file));
	if (line.len >= progress->width)
		strbuf_cut(&line, progress->width - 1);
	for (size_t i = 0; i < line.len; i++)
		if ((unsigned char)line.text[i] < ' ' || line.text[i] == 0x7f)
			line.text[i] = '?';
	fprintf(stderr, "\r%s\033[K", line.text);
	fflush(stderr);
	strbuf_release(&line);
}

void progress_end(struct progress *progress)
{
	if (progress->on)
		fputs("\r\033[K", stderr);
	progress->on = false;
}
