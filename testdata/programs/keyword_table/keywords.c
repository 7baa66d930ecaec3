#include <ctype.h>
#include <locale.h>
#include <string.h>

static const char *const keywords[] = { "INTEGER", "INSERT", "LIMIT" };

static int find(const char *word)
{
	char upper[32];
	size_t i;

	for (i = 0; word[i] && i + 1 < sizeof upper; i++)
		upper[i] = (char)toupper((unsigned char)word[i]);
	upper[i] = '\0';
	for (i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (!strcmp(upper, keywords[i]))
			return (int)i;
	return -1;
}

int main(int argc, char **argv)
{
	setlocale(LC_ALL, "");
	return find(argv[argc - 1]);
}
