/* Text that grows. */
#ifndef SNAG_BASE_STRBUF_H
#define SNAG_BASE_STRBUF_H

#include <stdbool.h>
#include <stddef.h>

/* A zeroed struct strbuf is empty; `text` is NULL until something is added, and NUL-terminated after. */
struct strbuf {
	char *text;
	size_t len, cap;
};

void strbuf_add(struct strbuf *buf, const char *bytes, size_t length);
void strbuf_addstr(struct strbuf *buf, const char *text);
void strbuf_addch(struct strbuf *buf, char c);
void strbuf_addf(struct strbuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Cuts to `length` bytes. */
void strbuf_cut(struct strbuf *buf, size_t length);
/* Never NULL: "" for an empty one. */
const char *strbuf_text(const struct strbuf *buf);
void strbuf_release(struct strbuf *buf);

#endif
