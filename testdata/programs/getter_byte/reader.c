/* A byte through a getter that gives char. */
#include <ctype.h>
#include <stdio.h>

struct reader {
	const char *at, *end;
};

static char next(struct reader *reader)
{
	return reader->at < reader->end ? *reader->at++ : '\0';
}

static int word(struct reader *reader)
{
	int length = 0;
	char c;

	while ((c = next(reader)) != '\0' && isalnum(c))
		length++;
	return length;
}

int main(int argc, char **argv)
{
	struct reader reader = { argv[argc - 1], argv[argc - 1] + 4 };

	return word(&reader);
}
