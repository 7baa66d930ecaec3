/* UTF-8, well-formed or not: decoding, mending, and showing it so that no terminal obeys it. */
#include "report/utf8.h"

#include <string.h>
#include <wchar.h>

size_t utf8_decode(const char *text, size_t length, uint32_t *code)
{
	/* The smallest code point that needs so many bytes: anything below is a forged spelling. */
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *bytes = (const unsigned char *)text;
	size_t need;

	if (!length)
		return 0;
	if (bytes[0] < 0x80) {
		*code = bytes[0];
		return 1;
	}
	need = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
	if (bytes[0] < 0xc2 || bytes[0] > 0xf4 || need > length)
		return 0;
	*code = bytes[0] & (0x7fu >> need);
	for (size_t i = 1; i < need; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (bytes[i] & 0x3fu);
	}
	if (*code < least[need] || *code > 0x10ffff || (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return need;
}

void utf8_repair(struct strbuf *out, const char *text)
{
	size_t left = strlen(text);

	while (left > 0) {
		uint32_t code;
		size_t taken = utf8_decode(text, left, &code);

		if (taken)
			strbuf_add(out, text, taken);
		else
			strbuf_addstr(out, "\xef\xbf\xbd");
		text += taken ? taken : 1;
		left -= taken ? taken : 1;
	}
}

static bool is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/* Directional marks, embeddings and isolates, and the separators that end a line. */
static bool reorders(uint32_t code)
{
	return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069);
}

int utf8_show(struct strbuf *out, const char *text, size_t length, size_t *taken)
{
	uint32_t code = 0;
	size_t size = utf8_decode(text, length, &code), before = out->len;
	int width;

	*taken = size ? size : 1;
	if (size && reorders(code)) {
		strbuf_addf(out, "<U+%04X>", (unsigned)code);
	} else if (!size || is_control(code)) {
		for (size_t i = 0; i < *taken; i++)
			strbuf_addf(out, "\\x%02x", (unsigned char)text[i]);
	} else {
		strbuf_add(out, text, size);
		width = code < 0x80 ? 1 : wcwidth((wchar_t)code);
		return width < 0 ? 1 : width;
	}
	return (int)(out->len - before);
}

void utf8_show_all(struct strbuf *out, const char *text)
{
	size_t left = strlen(text), taken;

	for (; left > 0; text += taken, left -= taken)
		utf8_show(out, text, left, &taken);
}

uint32_t utf16_column(const char *line, size_t length, uint32_t byte)
{
	size_t before, at = 0;
	uint32_t units;

	if (!byte)
		return 0;
	before = byte - 1 < length ? byte - 1 : length;
	units = byte - (uint32_t)before;

	while (at < before) {
		uint32_t code = 0;
		size_t taken = utf8_decode(line + at, length - at, &code);

		units += code >= 0x10000 ? 2 : 1;
		at += taken ? taken : 1;
	}
	return units;
}
