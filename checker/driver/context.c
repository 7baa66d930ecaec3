/* Digests of the nearest lines above and below a place that aren't blank; blanks in them don't count. */
#include "driver/context.h"

#include "base/files.h"
#include "base/strbuf.h"

#include <string.h>

/* Larger sources are data. */
#define SOURCE_LIMIT ((size_t)64 << 20)

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Half a context; 0 for a line of blanks. */
static uint32_t digest(const char *line, const char *end)
{
	struct strbuf text = { 0 };
	char hex[HASH_HEX_SIZE];
	uint32_t value = 0;

	for (const char *p = line; p < end; p++)
		if (!is_blank(*p))
			strbuf_addch(&text, *p);
	if (text.len) {
		hash_content(text.text, text.len, hex);
		for (size_t i = 0; i < 8; i++)
			value = value << 4 | (uint32_t)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
		value |= !value;
	}
	strbuf_release(&text);
	return value;
}

static const char *end_of(const char *line, const char *end)
{
	const char *newline = memchr(line, '\n', (size_t)(end - line));

	return newline ? newline : end;
}

uint64_t context_of(const char *text, size_t length, uint32_t line)
{
	const char *end = text + length, *at = text, *behind;
	uint32_t above = 0, below = 0;

	for (uint32_t i = 1; i < line && at < end; i++)
		at = end_of(at, end) + 1;
	if (at >= end)
		return 0;
	for (const char *start = at; start > text && !above;) {
		const char *stop = start - 1, *newline = memrchr(text, '\n', (size_t)(stop - text));

		start = newline ? newline + 1 : text;
		above = digest(start, stop);
	}
	for (behind = end_of(at, end) + 1; behind < end && !below; behind = end_of(behind, end) + 1)
		below = digest(behind, end_of(behind, end));
	return (uint64_t)above << 32 | below;
}

void context_find(struct finding *const *findings, size_t count)
{
	struct arena arena = { 0 };
	const char *file = NULL;
	size_t length = 0;
	char *text = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct place *place = &findings[i]->place;

		if (!file || strcmp(file, place->file) != 0) {
			arena_release(&arena);
			file = place->file;
			if (!file_read(&arena, file, SOURCE_LIMIT, &text, &length, NULL))
				text = NULL;
		}
		findings[i]->context = text ? context_of(text, length, place->line) : 0;
	}
	arena_release(&arena);
}
