/* A lexer under the user's LC_CTYPE: bytes of UTF-8 become letters in 8-bit locales. */
#include <ctype.h>
#include <locale.h>
#include <stdio.h>

static int is_start(int c)
{
	return c == '_' || isalpha(c);
}

static int next_word(FILE *in, char *word, int room)
{
	int c, length = 0;

	while ((c = fgetc(in)) != EOF && !is_start(c))
		;
	while (c != EOF && length + 1 < room && (is_start(c) || isdigit(c))) {
		word[length++] = (char)c;
		c = fgetc(in);
	}
	word[length] = '\0';
	return length;
}

int main(void)
{
	char word[64];

	setlocale(LC_CTYPE, "");
	while (next_word(stdin, word, sizeof word))
		puts(word);
	return 0;
}
