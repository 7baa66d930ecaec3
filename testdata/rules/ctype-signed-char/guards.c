/* What a test before the call leaves of a char. */
#include <ctype.h>

static int not_negative_ok(char c)
{
	return c >= 0 && isspace(c);
}

static int early_return_ok(char c)
{
	if (c < 0)
		return 0;
	return isalpha(c);
}

static int is_ascii_ok(char c)
{
	return isascii(c) && isupper(c);
}

static int between_ok(char c)
{
	if (c >= 'a' && c <= 'z')
		return toupper(c);
	return c;
}

static int one_letter_ok(char c)
{
	return c == 'x' ? toupper(c) : 0;
}

static int switch_ok(char c)
{
	switch (c) {
	case 'a':
	case 'b':
		return toupper(c);
	default:
		return 0;
	}
}

static int not_eof_bad(char c)
{
	return c != -1 && isspace(c); // expect: ctype-signed-char
}

static int not_zero_bad(const char *text)
{
	while (*text && !isspace(*text)) // expect: ctype-signed-char
		text++;
	return *text;
}

static int upper_half_bad(char c)
{
	return c < 'a' && isalnum(c); // expect: ctype-signed-char
}

static int wrong_way_bad(char c)
{
	return c < 0 ? isalpha(c) : 0; // expect: ctype-signed-char
}

static int other_checked_bad(char c, char d)
{
	return d >= 0 && isalpha(c); // expect: ctype-signed-char
}

static int guarded_as_unsigned_ok(char c)
{
	if ((unsigned char)c >= 0x80)
		return 0;
	return isalpha(c);
}

static int masked_guard_ok(char c)
{
	return !(c & 0x80) && isalpha(c);
}

static int while_in_range_ok(const char *text)
{
	int sum = 0;

	for (; *text >= 'a' && *text <= 'z'; text++)
		sum += toupper(*text);
	return sum;
}

static int digit_first_ok(char c)
{
	if (c < '0' || c > '9')
		return -1;
	return isdigit(c);
}

int main(int argc, char **argv)
{
	char c = argv[0][argc];

	return not_negative_ok(c) + early_return_ok(c) + is_ascii_ok(c) + between_ok(c) + one_letter_ok(c) +
	       switch_ok(c) + not_eof_bad(c) + not_zero_bad(argv[0]) + upper_half_bad(c) + wrong_way_bad(c) +
	       other_checked_bad(c, argv[0][0]) + guarded_as_unsigned_ok(c) + masked_guard_ok(c) +
	       while_in_range_ok(argv[0]) + digit_first_ok(c);
}
