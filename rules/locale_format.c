/* Reads formats as far as the rules on numbers ask. */
#include "rules/locale_format.h"

#include <stddef.h>
#include <string.h>

/* Behind the conversion that begins at '%'; *letter: what it converts to. */
static const char *behind_conversion(const char *at, char *letter)
{
	at++;
	if (*at == '%') {
		*letter = '%';
		return at + 1;
	}
	at += strspn(at, "0123456789+-# '.*$");
	at += strspn(at, "hlLqjzt");
	*letter = *at;
	return *at ? at + 1 : at;
}

static bool converts_fraction(const char *format, bool scans)
{
	while (*format) {
		char letter;

		if (*format != '%') {
			format++;
			continue;
		}
		format = behind_conversion(format, &letter);
		if (letter && strchr("aAeEfFgG", letter))
			return true;
		if (scans && letter == '[') {
			format += *format == '^';
			format += *format == ']';
			format += strcspn(format, "]");
		}
	}
	return false;
}

bool locale_format_prints_fraction(const char *format)
{
	return converts_fraction(format, false);
}

bool locale_format_scans_fraction(const char *format)
{
	return converts_fraction(format, true);
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* What stands in a format besides its conversions. */
struct outline {
	size_t words;     /* of two letters or more */
	size_t fractions;
	bool plain;       /* nothing but words, blanks and conversions */
	bool marked;      /* signs of a format that machines read */
};

static bool marks_data(const char *at, const char *format)
{
	return !strncmp(at, "\":", 2) || !strncmp(at, "{\"", 2) || !strncmp(at, "=\"", 2) || !strncmp(at, "</", 2) ||
	       !strncmp(at, "/>", 2) || (*at == '<' && is_letter(at[1])) ||
	       /* name=%f, 1,%f, 1;%f */
	       ((*at == '=' || *at == ',' || *at == ';') && at[1] == '%' && at > format);
}

static struct outline outline_of(const char *format)
{
	struct outline outline = { .plain = true };
	const char *at = format;

	while (*at) {
		size_t letters = 0;
		char letter;

		if (*at == '%') {
			at = behind_conversion(at, &letter);
			outline.fractions += letter && strchr("aAeEfFgG", letter);
			continue;
		}
		outline.marked = outline.marked || marks_data(at, format);
		while (is_letter(at[letters]))
			letters++;
		outline.words += letters >= 2;
		outline.plain = outline.plain && (letters || *at == ' ' || *at == '\n' || *at == '_');
		at += letters ? letters : 1;
	}
	return outline;
}

bool locale_format_is_for_people(const char *format)
{
	struct outline outline = outline_of(format);

	if (outline.marked || !outline.words)
		return false;
	/* moveto %f %f: a command and its numbers. */
	return !(outline.plain && outline.words == 1 && outline.fractions >= 2 && is_letter(format[0]));
}

bool locale_format_is_sentence(const char *format)
{
	struct outline outline = outline_of(format);

	return !outline.marked && outline.words >= 3;
}
