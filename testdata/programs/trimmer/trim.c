#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *skip(char *p)
{
	while (isspace(*p))
		p++;
	return p;
}

static void cut(char *text)
{
	size_t length = strlen(text);

	while (length && isspace(text[length - 1]))
		text[--length] = '\0';
}

int main(void)
{
	char line[256];

	while (fgets(line, sizeof line, stdin)) {
		cut(line);
		puts(skip(line));
	}
	return 0;
}
