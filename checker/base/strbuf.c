/* Text that grows, doubling its room. */
#include "base/strbuf.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(struct strbuf *buf, size_t more)
{
	size_t cap = buf->cap ? buf->cap : 64;

	while (cap - buf->len <= more)
		cap *= 2;
	if (cap != buf->cap) {
		buf->text = xrealloc(buf->text, cap);
		buf->cap = cap;
	}
}

void strbuf_add(struct strbuf *buf, const char *bytes, size_t length)
{
	need(buf, length);
	if (length)
		memcpy(buf->text + buf->len, bytes, length);
	buf->len += length;
	buf->text[buf->len] = '\0';
}

void strbuf_addstr(struct strbuf *buf, const char *text)
{
	strbuf_add(buf, text, strlen(text));
}

void strbuf_addch(struct strbuf *buf, char c)
{
	strbuf_add(buf, &c, 1);
}

void strbuf_addf(struct strbuf *buf, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	need(buf, (size_t)length);
	va_start(args, format);
	vsnprintf(buf->text + buf->len, (size_t)length + 1, format, args);
	va_end(args);
	buf->len += (size_t)length;
}

void strbuf_cut(struct strbuf *buf, size_t length)
{
	if (length < buf->len) {
		buf->len = length;
		buf->text[length] = '\0';
	}
}

const char *strbuf_text(const struct strbuf *buf)
{
	return buf->text ? buf->text : "";
}

void strbuf_release(struct strbuf *buf)
{
	free(buf->text);
	*buf = (struct strbuf){ 0 };
}
