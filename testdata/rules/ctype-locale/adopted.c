/* Bytes and letters on which locales differ, and others. */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static int spaces_bad(const char *text)
{
	int n = 0;

	while (isspace((unsigned char)*text)) // expect: ctype-locale
		text++, n++;
	return n;
}

static int letter_bad(int c)
{
	return isalpha(c); // expect: ctype-locale
}

static int alnum_bad(const unsigned char *text)
{
	return isalnum(text[0]) || text[0] == '_'; // expect: ctype-locale
}

static int control_bad(unsigned char c)
{
	return iscntrl(c); // expect: ctype-locale
}

static int printable_bad(FILE *file)
{
	int c = getc(file);

	return c != EOF && isprint(c); // expect: ctype-locale
}

static void lower_bad(unsigned char *text)
{
	for (; *text; text++)
		*text = (unsigned char)tolower(*text); // expect: ctype-locale
}

static int upper_ascii_bad(unsigned char c)
{
	return c < 0x80 ? toupper(c) : c; // expect: ctype-locale
}

static int turkish_bad(void)
{
	return tolower("TITLE"[1]); // expect: ctype-locale
}

static int only_upper_half_bad(unsigned char c)
{
	return c >= 0x80 && ispunct(c); // expect: ctype-locale
}

static int blank_bad(const char *text)
{
	unsigned char c = (unsigned char)text[0];

	return isblank(c) || isgraph(c); // expect: ctype-locale
}

static int upper_test_bad(const char *text)
{
	return isupper((unsigned char)text[0]); // expect: ctype-locale
}

static int lower_test_bad(const char *text)
{
	return islower((unsigned char)text[0]); // expect: ctype-locale
}

static int digit_ok(unsigned char c)
{
	return isdigit(c) || isxdigit(c);
}

static int ascii_ok(unsigned char c)
{
	return isascii(c) && isspace(c);
}

static int below_ok(unsigned char c)
{
	return c < 0x80 && isalpha(c);
}

static int masked_ok(unsigned char c)
{
	return isalnum(c & 0x7f);
}

static int hex_letter_ok(int c)
{
	return c >= 'a' && c <= 'f' ? toupper(c) : c;
}

static int constant_ok(void)
{
	return isspace('\t') && isalpha('x');
}

static int literal_ok(size_t i)
{
	static const char digits[] = "0123456789abcdef";

	return i < 16 && isalpha((unsigned char)digits[i]);
}

static int upper_of_upper_ok(int c)
{
	return c >= 'A' && c <= 'Z' ? toupper(c) : c;
}

static int truth_ok(int a, int b)
{
	return isprint(a == b);
}

int main(int argc, char **argv)
{
	char line[80] = "";

	setlocale(LC_CTYPE, "");
	if (!fgets(line, sizeof line, stdin))
		return 1;
	lower_bad((unsigned char *)line);
	return spaces_bad(line) + letter_bad(argv[0][0] & 255) + alnum_bad((unsigned char *)line) +
	       control_bad((unsigned char)line[1]) + printable_bad(stdin) + upper_ascii_bad((unsigned char)line[2]) +
	       turkish_bad() + only_upper_half_bad((unsigned char)line[3]) + blank_bad(line) + upper_test_bad(line) +
	       lower_test_bad(line) + digit_ok((unsigned char)line[0]) + ascii_ok((unsigned char)line[0]) +
	       below_ok((unsigned char)line[0]) + masked_ok((unsigned char)line[0]) + hex_letter_ok(line[0]) +
	       constant_ok() + literal_ok((size_t)argc) + upper_of_upper_ok(line[0]) + truth_ok(argc, 3);
}
