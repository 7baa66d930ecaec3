/* String literals as libclang spells them, turned back into bytes. */
#include "front/text.h"

#include <string.h>

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static char simple_escape(char c)
{
	static const char from[] = "abfnrtve", to[] = "\a\b\f\n\r\t\v\033";
	const char *found = memchr(from, c, sizeof from - 1);

	return found ? to[found - from] : c;
}

/* A code point as UTF-8; returns how many bytes. */
static uint32_t put_utf8(char *out, uint32_t code)
{
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (char)(0xc0 | code >> 6);
		out[1] = (char)(0x80 | (code & 0x3f));
		return 2;
	}
	if (code < 0x10000) {
		out[0] = (char)(0xe0 | code >> 12);
		out[1] = (char)(0x80 | (code >> 6 & 0x3f));
		out[2] = (char)(0x80 | (code & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | (code >> 18 & 7));
	out[1] = (char)(0x80 | (code >> 12 & 0x3f));
	out[2] = (char)(0x80 | (code >> 6 & 0x3f));
	out[3] = (char)(0x80 | (code & 0x3f));
	return 4;
}

/*
 * The escape behind the backslash at `at`. Bytes are octal; \x, \u and \U are
 * characters of wide strings. Moves on and returns how many bytes were written,
 * which are never more than were read.
 */
static uint32_t unescape_one(const char **at, const char *end, char *out)
{
	const char *p = *at;
	uint32_t code = 0;
	bool wide = *p == 'u' || *p == 'U' || *p == 'x';

	if (is_octal(*p)) {
		for (int digits = 0; digits < 3 && p < end && is_octal(*p); digits++)
			code = code * 8 + (uint32_t)(*p++ - '0');
		*out = (char)code;
	} else if (wide) {
		int most = *p == 'u' ? 4 : 8;

		for (p++; most > 0 && p < end && hex_digit(*p) >= 0; most--)
			code = code * 16 + (uint32_t)hex_digit(*p++);
	} else {
		*out = simple_escape(*p++);
	}
	*at = p;
	return wide ? put_utf8(out, code) : 1;
}

char *text_unescape(struct arena *arena, const char *spelling, uint32_t *length, uint32_t *char_size)
{
	const char *at = strchr(spelling, '"'), *end = strrchr(spelling, '"');
	char *bytes = arena_alloc(arena, strlen(spelling) + 1);
	uint32_t used = 0;

	*char_size = 1;
	*length = 0;
	if (!at)
		return bytes;
	if (spelling[0] == 'L' || spelling[0] == 'U')
		*char_size = 4;
	else if (spelling[0] == 'u' && spelling[1] == '"')
		*char_size = 2;
	for (at++; at < end;) {
		if (*at == '\\' && at + 1 < end) {
			at++;
			used += unescape_one(&at, end, bytes + used);
		} else if (*at == '"') {
			at++; /* two quotes keep a digit from joining a \x before it */
		} else {
			bytes[used++] = *at++;
		}
	}
	bytes[used] = '\0';
	*length = used;
	return bytes;
}
