// flags: -funsigned-char
/* The command makes plain char unsigned; signed char stays what it is. */
#include <ctype.h>

static int plain_ok(const char *text)
{
	return isspace(*text);
}

static int signed_bad(const signed char *text)
{
	return isspace(*text); // expect: ctype-signed-char
}

int main(int argc, char **argv)
{
	(void)argc;
	return plain_ok(argv[0]) + signed_bad((const signed char *)argv[0]);
}
