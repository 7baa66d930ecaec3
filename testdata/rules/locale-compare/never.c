// rule: locale-compare
/* A program that stays in C. */
#include <locale.h>
#include <strings.h>
#include <string.h>

static int word_ok(const char *text)
{
	return strcasecmp(text, "title");
}

static int order_ok(const char *text)
{
	return strcoll(text, "beta");
}

static int prefix_ok(const char *text)
{
	return strncasecmp(text, "file:", 5);
}

int main(int argc, char **argv)
{
	setlocale(LC_MESSAGES, "");
	return word_ok(argv[argc - 1]) + order_ok(argv[0]) + prefix_ok(argv[0]);
}
