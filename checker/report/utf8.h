/* Bytes from sources and file names on their way to a terminal or into JSON: any bytes may come. */
#ifndef SNAG_REPORT_UTF8_H
#define SNAG_REPORT_UTF8_H

#include "base/strbuf.h"

#include <stdint.h>

/* The well-formed UTF-8 character at the start of the text: its length in bytes and code point. 0: there is none. */
size_t utf8_decode(const char *text, size_t length, uint32_t *code);

/* Adds the text with U+FFFD for each byte that isn't UTF-8. */
void utf8_repair(struct strbuf *out, const char *text);

/*
 * Adds the character at the start of the text, escaped where a terminal would
 * act on it or show it in another place: `\x1b` for control and stray bytes,
 * `<U+202E>` for what reorders text. Takes `*taken` bytes of the text and gives
 * the number of columns it fills.
 */
int utf8_show(struct strbuf *out, const char *text, size_t length, size_t *taken);
/* The same for a whole text. */
void utf8_show_all(struct strbuf *out, const char *text);

/* The column of a byte (both from 1) in units of UTF-16, as the text has them once it is repaired. */
uint32_t utf16_column(const char *line, size_t length, uint32_t byte);

#endif
