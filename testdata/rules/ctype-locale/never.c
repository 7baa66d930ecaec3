/* A program that adopts other categories alone. */
#include <ctype.h>
#include <locale.h>

static int word_ok(const char *text)
{
	return isalpha((unsigned char)*text);
}

static int lower_ok(const char *text)
{
	return tolower((unsigned char)*text);
}

int main(int argc, char **argv)
{
	setlocale(LC_MESSAGES, "");
	setlocale(LC_TIME, "");
	setlocale(LC_NUMERIC, "");
	return word_ok(argv[0]) + lower_ok(argv[0]) + argc;
}
