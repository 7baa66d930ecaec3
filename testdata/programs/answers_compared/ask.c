/* Answers compared with letters that no locale makes of another byte, and with the one that Turkish does. */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

static int is_yes(const char *line)
{
	return tolower((unsigned char)line[0]) == 'y';
}

static int mode_of(const char *word)
{
	int c = *(const unsigned char *)word;

	switch (toupper(c)) {
	case 'N':
		return 1;
	case 'U':
		return 2;
	default:
		return 0;
	}
}

static int is_interactive(const char *word)
{
	return tolower((unsigned char)word[0]) == 'i';
}

int main(void)
{
	char line[80];

	setlocale(LC_ALL, "");
	if (!fgets(line, sizeof line, stdin))
		return 2;
	return is_yes(line) + mode_of(line) + is_interactive(line);
}
