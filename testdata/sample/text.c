#include "text.h"

#include <ctype.h>
#include <string.h>

/* Text comes from files, where any byte can stand. */
static bool is_space_byte(char c)
{
	return isspace((unsigned char)c);
}

bool is_blank(const char *text)
{
	while (is_space_byte(*text))
		text++;
	return *text == '\0';
}

char *trim(char *text)
{
	char *end;

	while (isspace(*text))
		text++;
	end = text + strlen(text);
	while (end > text && is_space_byte(end[-1]))
		end--;
	*end = '\0';
	return text;
}

char *next_word(char **text)
{
	char *word = *text;
	char *end;

	while (is_space_byte(*word))
		word++;
	for (end = word; *end && !is_space_byte(*end); end++)
		;
	*text = *end ? end + 1 : end;
	*end = '\0';
	return word;
}
