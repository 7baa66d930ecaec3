/* The same before the locale is adopted, and in a program that adopts other categories alone. */
#include <ctype.h>
#include <locale.h>
#include <string.h>

static int is_word(const char *text)
{
	for (; *text; text++)
		if (!isalpha((unsigned char)*text) && tolower((unsigned char)*text) != 'i')
			return 0;
	return 1;
}

int main(int argc, char **argv)
{
	int word = is_word(argv[argc - 1]);

	setlocale(LC_MESSAGES, "");
	setlocale(LC_TIME, "");
	word += is_word(argv[0]);
	setlocale(LC_CTYPE, "");
	setlocale(LC_CTYPE, "C");
	return word + is_word(argv[0]);
}
