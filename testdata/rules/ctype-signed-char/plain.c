/* Plain char by all the ways in which a program comes by one. */
#include <ctype.h>
#include <stddef.h>

struct token {
	char first;
	char text[8];
};

static char pending;

static int through_pointer_bad(const char *text)
{
	return isspace(*text); // expect: ctype-signed-char
}

static int element_bad(const char *text, size_t i)
{
	return isalnum(text[i]); // expect: ctype-signed-char
}

static int local_bad(const char *text)
{
	char c = text[1];

	return isupper(c); // expect: ctype-signed-char
}

static int through_int_bad(const char *text)
{
	int c = *text;

	return isdigit(c); // expect: ctype-signed-char
}

static int field_bad(const struct token *token)
{
	return ispunct(token->first); // expect: ctype-signed-char
}

static int field_element_bad(const struct token *token, int i)
{
	return isprint(token->text[i]); // expect: ctype-signed-char
}

static int global_bad(void)
{
	return iscntrl(pending); // expect: ctype-signed-char
}

static void in_place_bad(char *text)
{
	for (; *text; text++)
		*text = (char)toupper(*text); // expect: ctype-signed-char
}

static int signed_bad(const signed char *bytes)
{
	return isxdigit(bytes[0]); // expect: ctype-signed-char
}

static int as_unsigned_int_bad(const char *text)
{
	return isalpha((int)(unsigned)*text); // expect: ctype-signed-char
}

static int cast_ok(const char *text)
{
	return isspace((unsigned char)*text);
}

static int cast_of_pointer_ok(const char *text)
{
	return isspace(*(const unsigned char *)text);
}

static int unsigned_ok(const unsigned char *bytes, size_t i)
{
	return isalnum(bytes[i]);
}

static int unsigned_local_ok(const char *text)
{
	unsigned char c = (unsigned char)text[0];

	return toupper(c);
}

static int masked_ok(const char *text)
{
	return isalpha(*text & 0x7f);
}

static int masked_byte_ok(const char *text)
{
	return isalpha(*text & 0xff);
}

int main(int argc, char **argv)
{
	struct token token = { 'a', "bc" };
	char *text = argv[0];

	pending = argv[0][0];
	in_place_bad(argv[0]);
	return through_pointer_bad(text) + element_bad(text, 1) + local_bad(text) + through_int_bad(text) +
	       field_bad(&token) + field_element_bad(&token, argc) + global_bad() +
	       signed_bad((const signed char *)text) + as_unsigned_int_bad(text) + cast_ok(text) +
	       cast_of_pointer_ok(text) + unsigned_ok((const unsigned char *)text, 0) + unsigned_local_ok(text) +
	       masked_ok(text) + masked_byte_ok(text);
}
