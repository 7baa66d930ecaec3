/* Ints from where chars may hide, and ints that are in range. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct input {
	int next;
};

static int helper_bad(int c)
{
	return isspace(c); // expect: ctype-signed-char
}

static int helper_ok(int c)
{
	return isspace(c);
}

static int peek(const char *text)
{
	return *text;
}

static int returned_bad(const char *text)
{
	return isalpha(peek(text)); // expect: ctype-signed-char
}

static int read_ok(FILE *in)
{
	int c = getc(in);

	return c != EOF && isspace(c);
}

static int read_into_char_bad(FILE *in)
{
	char c = (char)getc(in);

	return isspace(c); // expect: ctype-signed-char
}

static int loop_of_getchar_ok(void)
{
	int c;

	while ((c = getchar()) != EOF && isspace(c))
		;
	return c;
}

static int constant_ok(void)
{
	return isdigit('7') + isspace(EOF) + isalpha(255);
}

static int large_constant_bad(void)
{
	return isspace(0x3000); // expect: ctype-signed-char
}

static int negative_constant_bad(void)
{
	return isspace('\xe9'); // expect: ctype-signed-char
}

static int literal_ok(int i)
{
	return isalpha("abcdef"[i & 3]);
}

static int walks_literal_ok(void)
{
	int count = 0;

	for (const char *at = "sign + digits"; *at; at++)
		count += isalpha(*at) != 0;
	return count;
}

static int table_ok(int i)
{
	static const char digits[] = "0123456789abcdef";

	return toupper(digits[i & 15]);
}

static int stored_in_field_bad(struct input *input, const char *text)
{
	input->next = *text;
	return isalpha(input->next); // expect: ctype-signed-char
}

static int literal_beyond_ascii_bad(int i)
{
	return isalpha("abc\xe9"[i & 3]); // expect: ctype-signed-char
}

static int unknown_int_ok(const int *values)
{
	return isspace(values[0]);
}

static int by_pointer_bad(const char *text)
{
	int (*test)(int) = text[0] == '-' ? isdigit : isalpha;

	return test(text[1]); // expect: ctype-signed-char
}

static int not_a_ctype_call_ok(const char *text)
{
	return strchr(" \t", *text) != NULL;
}

int main(int argc, char **argv)
{
	int values[1] = { argc };
	struct input input;

	return helper_bad(*argv[0]) + helper_ok((unsigned char)*argv[0]) + returned_bad(argv[0]) + read_ok(stdin) +
	       read_into_char_bad(stdin) + loop_of_getchar_ok() + constant_ok() + large_constant_bad() +
	       negative_constant_bad() + literal_ok(argc) + walks_literal_ok() + literal_beyond_ascii_bad(argc) + table_ok(argc) + stored_in_field_bad(&input, argv[0]) +
	       unknown_int_ok(values) + by_pointer_bad(argv[0]) + not_a_ctype_call_ok(argv[0]);
}
