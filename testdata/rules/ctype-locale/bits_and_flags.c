/* Bytes whose high bit was cleared, and calls behind a flag that nobody gives. */
#include <ctype.h>
#include <locale.h>

enum { SHOW_SPACE = 1, SHOW_META = 2, FOLD_CASE = 4, SHOW_SAFE = 8 };

static int cleared_where_set_ok(int c)
{
	int length = 1;

	if (c & 0200) {
		c &= 0177;
		length++;
	}
	return iscntrl((unsigned char)c) ? length + 1 : length;
}

static int left_where_set_bad(int c)
{
	int length = 1;

	if (c & 0200)
		length++;
	return iscntrl((unsigned char)c) ? length + 1 : length; // expect: ctype-locale
}

static int another_bit_bad(int c)
{
	if (c & 0100)
		c &= 0177;
	return iscntrl((unsigned char)c) ? 1 : 0; // expect: ctype-locale
}

static int of_another_byte_bad(int c, int other)
{
	if (other & 0200)
		c &= 0177;
	return iscntrl((unsigned char)c) ? 1 : 0; // expect: ctype-locale
}

static int refused_ok(char c)
{
	if (c & 0x80)
		return 0;
	return isspace((unsigned char)c);
}

static int only_refused_bad(char c)
{
	if (!(c & 0x80))
		return 0;
	return ispunct((unsigned char)c); // expect: ctype-locale
}

static int flag_never_given_ok(int c, int flags)
{
	return (flags & SHOW_SAFE) && (c == '\b' || c == '\r' || isgraph((unsigned char)c));
}

static int flag_given_bad(int c, int flags)
{
	return (flags & SHOW_META) && (c == '\b' || c == '\r' || isgraph((unsigned char)c)); // expect: ctype-locale
}

static int flag_not_given_bad(int c, int flags)
{
	return !(flags & FOLD_CASE) && isgraph((unsigned char)c); // expect: ctype-locale
}

static int flag_unknown_bad(int c, int flags)
{
	return (flags & SHOW_SAFE) && isgraph((unsigned char)c); // expect: ctype-locale
}

int main(int argc, char **argv)
{
	int sum = 0;

	setlocale(LC_CTYPE, "");
	for (char *p = argv[argc - 1]; *p; p++) {
		sum += cleared_where_set_ok(*p) + left_where_set_bad(*p) + another_bit_bad(*p);
		sum += of_another_byte_bad(*p, argc) + refused_ok(*p) + only_refused_bad(*p);
		sum += flag_never_given_ok(*p, SHOW_SPACE) + flag_never_given_ok(*p, SHOW_SPACE | SHOW_META);
		sum += flag_given_bad(*p, SHOW_SPACE) + flag_given_bad(*p, SHOW_META);
		sum += flag_not_given_bad(*p, SHOW_SPACE) + flag_unknown_bad(*p, argc);
	}
	return sum;
}
