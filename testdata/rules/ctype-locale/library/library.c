/* A library's caller decides. */
#include <ctype.h>

int library_word_bad(const char *text)
{
	return isalpha((unsigned char)*text); // expect: ctype-locale (note)
}

int library_digit_ok(const char *text)
{
	return isdigit((unsigned char)*text);
}
