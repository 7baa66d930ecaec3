/* What <ctype.h> says of bytes, and what programs that go byte by byte do to UTF-8 with it. */
#include "bench/evidence/characters.h"

#include "bench/evidence/locales.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

bool is_ascii_space(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_space(int c)
{
	return isspace(c) != 0;
}

static void look_at_bytes(struct characters *seen)
{
	for (int c = 0; c < 256; c++) {
		seen->space[c] = is_space(c);
		seen->spaces += is_space(c);
		if (c < 128)
			continue;
		seen->high_spaces += is_space(c);
		seen->high_alphas += isalpha(c) != 0;
		seen->high_cases += toupper(c) != c || tolower(c) != c;
	}
}

/* What a plain char above 0x7f is where it is signed. Through a volatile, or the compiler knows better. */
static void look_at_negatives(struct characters *seen)
{
	for (int c = 128; c < 256; c++) {
		volatile int negative = c - 256;
		bool differs = (isalpha(negative) != 0) != (isalpha(c) != 0);

		seen->negative_differs += differs;
		if (c == 255)
			seen->negative_ff_differs = differs;
		if (c == 0xe9)
			seen->upper_e9 = toupper(negative);
	}
}

static size_t encode(unsigned character, unsigned char bytes[3])
{
	if (character < 0x800) {
		bytes[0] = (unsigned char)(0xc0 | character >> 6);
		bytes[1] = (unsigned char)(0x80 | (character & 0x3f));
		return 2;
	}
	bytes[0] = (unsigned char)(0xe0 | character >> 12);
	bytes[1] = (unsigned char)(0x80 | (character >> 6 & 0x3f));
	bytes[2] = (unsigned char)(0x80 | (character & 0x3f));
	return 3;
}

/* A word ends at white space or '=': as parsers of keys and settings do it. */
static size_t word_length(const unsigned char *text, size_t length, bool (*space)(int))
{
	size_t n = 0;

	while (n < length && text[n] != '=' && !space(text[n]))
		n++;
	return n;
}

static void look_at_words(struct characters *seen)
{
	static const unsigned char text[] = { 0xc3, 0xa0, '=', '>', '1' };
	unsigned char bytes[3];

	seen->token = (unsigned)word_length(text, sizeof text, is_space);
	seen->token_ascii = (unsigned)word_length(text, sizeof text, is_ascii_space);
	for (unsigned character = 0x80; character < 0x3000; character++) {
		size_t length = encode(character, bytes);

		seen->cut += word_length(bytes, length, is_space) < length;
		seen->cut_ascii += word_length(bytes, length, is_ascii_space) < length;
	}
}

static void look_at_case(struct characters *seen)
{
	unsigned char bytes[3];

	for (unsigned character = 0x80; character < 0x800; character++) {
		int first, second;

		encode(character, bytes);
		first = tolower(bytes[0]);
		second = tolower(bytes[1]);
		seen->damaged += first < 0xc2 || first > 0xdf || second < 0x80 || second > 0xbf;
	}
}

void characters_look(void *argument)
{
	struct characters *seen = argument;

	seen->entered = locale_enter(seen->folder, seen->locale);
	if (!seen->entered)
		return;
	look_at_bytes(seen);
	look_at_negatives(seen);
	look_at_words(seen);
	look_at_case(seen);
}

void characters_far_outside(void *unused)
{
	volatile int far = 1000000;

	(void)unused;
	far = isspace(far);
}
