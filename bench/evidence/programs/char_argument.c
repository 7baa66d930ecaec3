/* A plain char, negative for bytes above 0x7f, goes to isspace. */
#include <ctype.h>
#include <stdio.h>

static size_t word_length(const char *text)
{
	size_t length = 0;

	while (text[length] && !isspace(text[length]))
		length++;
	return length;
}

int main(void)
{
	char text[256];

	while (fgets(text, sizeof text, stdin))
		printf("%zu\n", word_length(text));
	printf("%zu\n", word_length("\xc3\xa0=>1"));
	return 0;
}
