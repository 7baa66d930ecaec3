/* Every way to hand over a byte that is right. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int count(const char *text)
{
	const unsigned char *bytes = (const unsigned char *)text;
	int words = 0;

	for (size_t i = 0; bytes[i]; i++)
		words += isspace(bytes[i]) != 0;
	for (; *text; text++) {
		int c = *text & 0xff;

		words += ispunct((unsigned char)*text) || isupper(c);
		if (*text >= 0 && isalpha(*text))
			words++;
		if (*text >= 'a' && *text <= 'z')
			words += toupper(*text) == 'Q';
		if (strchr("+-eE", *text) && isalpha(*text))
			words--;
	}
	return words;
}

int main(void)
{
	int c, sum = 0;
	char line[80];

	while ((c = getc(stdin)) != EOF && isdigit(c))
		sum = sum * 10 + c - '0';
	while (fgets(line, sizeof line, stdin))
		sum += count(line);
	return sum;
}
